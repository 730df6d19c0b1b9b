"""The named rules that an audit checks, each with its group and its source."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..violations import Group


class Rule(StrEnum):
    """A rule that a castle can break."""

    LEVEL = "level"
    SUPPORT = "support"
    BLUE_BORDER = "blue-border"
    SHARES_EDGE = "shares-edge"
    ONE_PIECE = "one-piece"
    ONE_THRONE = "one-throne"
    OVERLAP = "overlap"
    ORIENTATION = "orientation"
    COPIES = "copies"
    ATTENDANT_SPOTS = "attendant-spots"
    BONUS_CARD_COPIES = "bonus-card-copies"
    CARD_IN_PLAY = "card-in-play"
    SPECIALTY_ROOMS = "specialty-rooms"
    ATTENDANTS_EARNED = "attendants-earned"
    BONUS_CARDS_EARNED = "bonus-cards-earned"
    DRAFTED_TILES = "drafted-tiles"
    BUILDING_ORDER = "building-order"
    FORGOTTEN_BONUS = "forgotten-bonus"
    UNFINISHED = "unfinished"
    ROBURG_TILES = "roburg-tiles"


@dataclass(frozen=True)
class RuleInfo:
    """What a rule is about and where it stands."""

    group: Group
    source: str


_BASE = "Between Two Castles rulebook"
_EXPANSION = "Secrets & Soirees rulebook"

RULES: Mapping[Rule, RuleInfo] = {
    Rule.LEVEL: RuleInfo(
        Group.PLACEMENT,
        f"{_BASE}, p. 3, Building Your Castles, Note 4; pp. 8-10, bonuses; {_EXPANSION}, Activity "
        "Rooms and Secret Rooms",
    ),
    Rule.SUPPORT: RuleInfo(Group.PLACEMENT, f"{_BASE}, p. 3, Building Your Castles, Note 1"),
    Rule.BLUE_BORDER: RuleInfo(
        Group.PLACEMENT, f"{_BASE}, p. 8, Outdoor Rooms; p. 8, fountains; p. 9, towers"
    ),
    Rule.SHARES_EDGE: RuleInfo(Group.PLACEMENT, f"{_BASE}, p. 3, Building Your Castles, Note 3"),
    Rule.ONE_PIECE: RuleInfo(Group.PLACEMENT, f"{_BASE}, p. 3, Building Your Castles, Note 3"),
    Rule.ONE_THRONE: RuleInfo(Group.PLACEMENT, f"{_BASE}, p. 2, Setup, step 1"),
    Rule.OVERLAP: RuleInfo(Group.PLACEMENT, f"{_BASE}, p. 4, Gameplay: Details, Place"),
    Rule.ORIENTATION: RuleInfo(Group.PLACEMENT, f"{_BASE}, p. 3, Building Your Castles, Note 3"),
    Rule.COPIES: RuleInfo(Group.COMPONENTS, f"{_BASE}, p. 1, and {_EXPANSION}, Components"),
    Rule.ATTENDANT_SPOTS: RuleInfo(Group.COMPONENTS, f"{_BASE}, p. 6, Living Rooms, Bonus"),
    Rule.BONUS_CARD_COPIES: RuleInfo(
        Group.COMPONENTS, f"{_BASE}, p. 1, and {_EXPANSION}, Components"
    ),
    Rule.CARD_IN_PLAY: RuleInfo(Group.COMPONENTS, "Solo modes, Introvert Variant, Setup, step 8"),
    Rule.SPECIALTY_ROOMS: RuleInfo(
        Group.ECONOMY, f"{_BASE}, p. 4, Room Bonuses and Scoring; pp. 8-11, bonuses"
    ),
    Rule.ATTENDANTS_EARNED: RuleInfo(
        Group.ECONOMY, f"{_BASE}, p. 6, Living Rooms, and p. 11, Downstairs Rooms, Bonus"
    ),
    Rule.BONUS_CARDS_EARNED: RuleInfo(
        Group.ECONOMY, f"{_BASE}, p. 7, Utility Rooms, and p. 11, Downstairs Rooms, Bonus"
    ),
    Rule.DRAFTED_TILES: RuleInfo(
        Group.ECONOMY, f"{_BASE}, p. 4, Rounds One and Two; p. 5, Food Rooms, Bonus"
    ),
    Rule.BUILDING_ORDER: RuleInfo(
        Group.ECONOMY, f"{_BASE}, p. 3, Building Your Castles; p. 4, Room Bonuses and Scoring"
    ),
    Rule.FORGOTTEN_BONUS: RuleInfo(Group.ECONOMY, f"{_BASE}, p. 4, Room Bonuses and Scoring"),
    Rule.UNFINISHED: RuleInfo(Group.ECONOMY, f"{_BASE}, p. 4, Rounds One and Two"),
    Rule.ROBURG_TILES: RuleInfo(
        Group.ECONOMY,
        "Solo modes, Automa, Setup, step 9, and Rounds; Introvert Variant, Setup, step 6, and Hands",
    ),
}
