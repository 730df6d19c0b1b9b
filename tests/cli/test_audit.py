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
