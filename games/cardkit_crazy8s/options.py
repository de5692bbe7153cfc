"""The options of Crazy 8s: what they can be, and how their texts are read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Field,
    PositiveInt,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
)

from cardkit import Card, Game
from cardkit_crazy8s.table import Crazy8sTable, Move

NO_RANK = "none"
"""What a rank is called that no card has."""


def words(value: Any) -> Any:
    """A text of several words as the words."""
    return tuple(value.split()) if isinstance(value, str) else value


def one_of(words: str) -> WrapValidator:
    """A validator that says what an option can be where a value is nothing of that."""

    def read(value: Any, validated: ValidatorFunctionWrapHandler) -> Any:
        try:
            return validated(value)
        except ValidationError:
            raise ValueError(f"it is {words}") from None

    return WrapValidator(read)


Words = Annotated[tuple[str, ...], BeforeValidator(words)]
Drawing = Annotated[Literal["one", "until-playable"] | PositiveInt, one_of("one, until-playable, or a number from 1")]
HandSize = Annotated[Literal["usual"] | PositiveInt, one_of("usual, or a number from 1")]


class Options(Game[Crazy8sTable, Move]):
    """The options that a game of Crazy 8s is played by."""

    hand_size: HandSize = Field(
        default=5,
        description="cards that each player starts with; usual is seven for two players, and five for more "
        "[usual, or a number]",
    )
    shuffle: bool = Field(default=False, description="whether the deck is shuffled before it is dealt")
    starter: Literal["any", "not-wild"] = Field(
        default="any",
        description="what the first discard may be; one that is wild is put under the draw pile, and the next is taken",
    )
    reshuffle: Literal["flip", "shuffle", "never"] = Field(
        default="flip",
        description="whether the discards are only turned over to make a new draw pile, or shuffled too, or left as "
        "they are, so that the game is a draw when somebody has to draw and can't",
    )
    draw: Drawing = Field(
        default="one",
        description="what drawing means: one card, and the turn ends; cards until one can be played; or up to so many "
        "cards, after which the turn goes on if a card can be played; where no card is left after one was drawn, no "
        "more are drawn, and the turn ends if none can be played [one, until-playable, or a number]",
    )
    suits: Words = Field(default=(), description="the suits that can be named, beside those of the cards")
    ranks: Words = Field(default=(), description="the ranks of the deck, one of which has to be the wild one")
    wild: str = Field(
        default="8", validate_default=True, description="the rank that can be played on anything, or none"
    )
    last_card_wild_asks: bool = Field(
        default=True, description="whether a wild card that is the last still names a suit"
    )

    skip: str = Field(default=NO_RANK, description="the rank that takes the next player's turn away, or none")
    reverse: str = Field(default=NO_RANK, description="the rank that turns the direction of play, or none")
    draw_two: str = Field(
        default=NO_RANK,
        description="the rank after which the next player draws two cards in the place of a turn, or none",
    )
    points_to: int = Field(
        default=0,
        ge=0,
        description="the points that win, of several deals, in each of which the winner has those of the cards left in "
        "the other hands; 0 for a single deal",
    )

    @field_validator("suits")
    @classmethod
    def _are_suits(cls, suits: tuple[str, ...]) -> tuple[str, ...]:
        for suit in suits:
            Card("8", suit)
        return suits

    @field_validator("ranks")
    @classmethod
    def _are_ranks(cls, ranks: tuple[str, ...]) -> tuple[str, ...]:
        for rank in ranks:
            Card(rank, "H")
        return ranks

    @field_validator("wild", "skip", "reverse", "draw_two")
    @classmethod
    def _is_a_rank(cls, rank: str, info: ValidationInfo) -> str:
        Card(rank, "H")
        ranks = info.data.get("ranks")
        if ranks and rank not in (*ranks, NO_RANK):
            raise ValueError(f"the ranks of the deck are {' '.join(ranks)}")
        return rank

    def is_plain(self) -> bool:
        """Whether no card is special but the wild ones, and there is one deal."""
        return (self.skip, self.reverse, self.draw_two, self.points_to) == (NO_RANK, NO_RANK, NO_RANK, 0)
