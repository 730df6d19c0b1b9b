FLOATING = [
    {"id": "corridor/echo-chamber", "x": 2, "y": 0},
    {"id": "food/bakery", "x": 0, "y": 2},
]


def test_a_legal_castle_is_fine(run, sample):
    ran = run("audit", sample)
    assert ran.code == 0
    assert "No faults found" in ran.out


def test_illegal_placements_exit_with_1(run, write):
    ran = run("audit", write(rooms=FLOATING))
    assert ran.code == 1
    assert "Bakery (0, 2)" in ran.out
    assert "rulebook, p. 3" in ran.out


def test_suspicions_alone_exit_with_0(run, write):
    ran = run("audit", write())
    assert ran.code == 0
    assert "suspect" in ran.out


def test_json_is_the_list_of_violations(run, write):
    violations = run("audit", write(rooms=FLOATING), "--json").json
    first = violations[0]
    assert list(first) == ["rule", "group", "severity", "tiles", "message"]
    assert first["rule"] == "support"
    assert first["tiles"] == [FLOATING[1]]


def test_speaks_german(run, write):
    ran = run("audit", write(rooms=FLOATING), "--lang", "de")
    assert "regelwidrig" in ran.out
    assert "liegt oberhalb des Erdgeschosses" in ran.out


def test_order_lists_every_tile_once(run, sample):
    ran = run("audit", sample, "--order")
    assert " 18. " in ran.out
    assert " 19. " not in ran.out
    assert "Tower (2, 2) - bonus for three sleeping rooms" in ran.out


def test_order_of_an_illegal_castle(run, write):
    ran = run("audit", write(rooms=FLOATING), "--order")
    assert ran.code == 1
    assert "in every order" in ran.out


def test_a_bad_file_outranks_illegal_placements(run, write, tmp_path):
    ran = run("audit", write(rooms=FLOATING), tmp_path / "missing.json", "--json")
    assert ran.code == 2
    assert ran.json[1] is None


def test_order_says_which_bonuses_were_no_tiles(run, sample):
    out = run("audit", sample, "--order").out
    assert "; earns: bonus card" in out
    assert "; earns: a bonus of choice" in out


def test_json_with_the_order(run, sample, write):
    document = run("audit", sample, "--order", "--json").json
    assert document["violations"] == []
    assert document["order"]["outcome"] == "possible"
    assert len(document["order"]["steps"]) == 18
    tower = next(step for step in document["order"]["steps"] if step["id"] == "specialty/tower")
    assert tower == {
        "id": "specialty/tower",
        "x": 2,
        "y": 2,
        "cause": "type-bonus",
        "earned_by": "sleeping",
    }
    illegal = run("audit", write(rooms=FLOATING), "--order", "--json").json
    assert illegal["order"] == {"outcome": "impossible", "steps": []}


def test_a_forgotten_food_bonus_is_explained(run, write):
    foods = ["bakery", "brewery", "buttery"]
    others = [
        *(f"living/{slug}" for slug in ("salon", "study")),
        *(f"utility/{slug}" for slug in ("sauna", "kennel")),
        *(f"corridor/{slug}" for slug in ("purgatory", "dead-end")),
        *(f"sleeping/{slug}" for slug in ("solar", "loft")),
        *(f"outdoor/{slug}" for slug in ("sty", "stables")),
        *(f"activity/{slug}" for slug in ("oratory", "theatre")),
        "secret/in-the-rafters",
    ]
    ids = [*(f"food/{slug}" for slug in foods), *others]
    rooms = [{"id": tile, "x": 2 + index, "y": 0} for index, tile in enumerate(ids)]
    ran = run("audit", write(rooms=rooms))
    assert ran.code == 0
    assert "3 food rooms, but no room tile of the food bonus" in " ".join(ran.out.split())


def test_which_ballroom_is_there_too_often(run, write):
    rooms = [{"id": "specialty/ballroom-food", "x": 2 + index, "y": 0} for index in range(3)]
    assert "Ballroom (food rooms) is there 3 times" in run("audit", write(rooms=rooms)).out
