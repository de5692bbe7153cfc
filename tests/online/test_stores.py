"""Stores of tables: what was kept is there again, in files after any cut, and in a database whoever owns the table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from databases import postgres

from cardkit.core.cards import Card, standard52
from cardkit.core.errors import CardkitError
from cardkit.core.results import Result
from cardkit.records.record import Keep, Record, RecordError, cards_text, entries, mended, read_grown
from cardkit.records.store import AGE, INVITATION, Elsewhere, FileStore, Store, StoreError, TableLost, store_at

SETTINGS = {"game": "crazy8s", "rules": "house \0 \ud800"}
PEOPLE = {"keys": ["a", None], "names": ["Ada", "Ben"]}
RECORD = Record(
    game="crazy8s", options={}, seats=("human", "ai"), names=("Ada", "Ben"), deck=cards_text(list(standard52()))
)
SHUFFLED = [Card.read("7H"), Card.read("8S")]
STEPS = [("play 7H", [], None), ("draw", [SHUFFLED, 4], 1), ("pass", [], None)]


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as address:
        yield address


@pytest.fixture(params=["files", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "tables") if request.param == "files" else request.getfixturevalue("database")


def play(place: Keep) -> None:
    place.begin(RECORD, PEOPLE)
    for action, outcomes, seat in STEPS:
        place.add(entries(action, outcomes, seat))


async def opened(where: str) -> Store:
    store = store_at(where, "http://:8765")
    await store.open()
    return store


async def test_what_was_kept_is_there_again(where: str) -> None:
    store = await opened(where)
    place = await store.create("one", SETTINGS, {})
    before = await store.look("one")
    play(place)
    place.finish(Result.win(0, seats=2))
    await place.settled()
    await store.close()
    again = await opened(where)
    claimed = await again.claim("one")
    stored = claimed[1]
    await again.close()
    assert (SETTINGS, {}, None) == (before.settings, before.people, before.record)
    assert (SETTINGS, PEOPLE) == (stored.settings, stored.people)
    record = stored.record
    assert (["play 7H", "draw", "pass"], [SHUFFLED, 4]) == (record.actions, record.outcomes)
    assert ([None, 1, None], (0,)) == ([seat for seat, _ in record.taken], record.result.winners)


async def test_a_game_that_goes_back_is_kept_as_it_is_then(where: str) -> None:
    store = await opened(where)
    place = await store.create("back", SETTINGS, {})
    play(place)
    found = await store.look("back") if "postgresql" not in where else None
    place.replace(RECORD.model_copy(update={"log": ("play 7H",)}))
    place.add(["draw"])
    place.seat({"names": ["Ada", "Cy"]})
    await place.settled()
    stored = await store.look("back")
    await store.close()
    assert found is None or len(found.record.actions) == 3
    assert (["play 7H", "draw"], {"names": ["Ada", "Cy"]}) == (stored.record.actions, stored.people)


async def test_there_is_no_other_table(where: str) -> None:
    store = await opened(where)
    for name in ("none", "../one", "", "a" * 99, "one/two", "één\0"):
        assert await store.look(name) is None
        assert await store.claim(name) is None
    await store.close()


async def test_one_folder_is_for_one_server_keys_are_its_owners_alone_and_what_is_no_place_is_told(
    tmp_path: Path,
) -> None:
    store = await opened(str(tmp_path))
    with pytest.raises(StoreError, match="another cardkit keeps its tables there"):
        await opened(str(tmp_path))
    place = await store.create("secret", SETTINGS, PEOPLE)
    (tmp_path / "secret.table").chmod(0o644)
    place.seat(PEOPLE)
    await store.close()
    assert os.name == "nt" or 0o600 == (tmp_path / "secret.table").stat().st_mode & 0o777
    await (await opened(str(tmp_path))).close()
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="tables can't be kept there"):
        await opened(str(tmp_path / "file"))
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    with pytest.raises(StoreError, match="postgresql: "):
        await opened("postgresql://nobody@127.0.0.1:1/none")


async def test_what_is_no_record_or_has_a_whole_entry_after_a_broken_one_stays_as_it_is(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    await store.open()
    play(await store.create("broken", SETTINGS, PEOPLE))
    await store.close()
    path = tmp_path / "broken.json"
    path.write_bytes(path.read_bytes().replace(b'"play 7H"', b'"play 7H', 1))
    before = path.read_bytes()
    with pytest.raises(RecordError):
        read_grown(path)
    assert before == path.read_bytes()
    for text in ("", "{", "not a record"):
        path.write_text(text)
        assert text == mended(text)
        with pytest.raises(CardkitError, match="not JSON"):
            read_grown(path)


# A write that breaks off


async def test_a_record_that_was_cut_anywhere_has_all_that_was_whole(tmp_path: Path) -> None:
    path, cuts = tmp_path / "cut.json", list[tuple[bytes, bytes]]()
    store = FileStore(tmp_path)
    await store.open()
    place = await store.create("cut", SETTINGS, {})
    place.begin(RECORD, PEOPLE)
    for action, outcomes, seat in STEPS:
        before = path.read_bytes()
        place.add(entries(action, outcomes, seat))
        cuts.append((before, path.read_bytes()))
    await store.close()
    tried = 0
    for number, (before, after) in enumerate(cuts):
        whole = len(before) - len(b"\n ]\n}\n")
        for written in range(len(after) - whole + 1):
            path.write_bytes(after[: whole + written] + before[whole + written :])
            record = read_grown(path)
            assert [step[0] for step in STEPS[:number]] == record.actions[:number]
            assert len(record.actions) - number in (0, 1)
            tried += 1
    assert tried > 100


async def asked(database: str, words: str, values: Any = None) -> None:
    """Ask a database for something, beside all stores."""
    import psycopg

    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
        await connection.execute(words.encode(), values)


async def test_a_damaged_table_in_a_database_is_told(database: str) -> None:
    store = await opened(database)
    for column, text in (("people", "{"), ("settings", "none"), ("header", '{"format": 3}')):
        for name in (f"damaged-{column}", f"whole-{column}"):
            place = await store.create(name, SETTINGS, PEOPLE)
            play(place)
            await place.settled()
            await place.release()
        await asked(database, f"update cardkit_table set {column} = %s where name = %s", [text, f"damaged-{column}"])
        for ask in (store.look, store.claim):
            with pytest.raises(RecordError, match="this is not what cardkit keeps of a table"):
                await ask(f"damaged-{column}")
            assert await ask(f"whole-{column}") is not None
    await store.close()


# Who owns a table


async def test_a_table_of_a_living_server_is_elsewhere_and_that_of_a_dead_one_is_taken_over(database: str) -> None:
    one, other = await opened(database), await opened(database)
    place = await one.create("shared", SETTINGS, {})
    play(place)
    await place.settled()
    at = await other.claim("shared")
    assert isinstance(at, Elsewhere)
    assert (at.address, bool(at.secret)) == ("http://127.0.0.1:8765", True)
    await one.close()
    assert 3 == len((await other.claim("shared"))[1].record.actions)
    await other.close()


async def test_whoever_lost_a_table_keeps_nothing_of_it_any_more(database: str) -> None:
    one, other = await opened(database), await opened(database)
    place, second = await one.create("lost", SETTINGS, {}), await one.create("kept", SETTINGS, {})
    play(place)
    play(second)
    await place.settled()
    taken, _ = await other.claim("lost", by_force=True)
    place.add(["late"])
    second.add(["in the same commit"])
    with pytest.raises(TableLost, match="has been taken over by another server"):
        await place.settled()
    await second.settled()
    with pytest.raises(TableLost):
        place.add(["later"])
    taken.add(["draw"])
    await taken.settled()
    for name, last in (("lost", "draw"), ("kept", "in the same commit")):
        assert last == (await other.look(name)).record.actions[-1]
    await taken.release()
    assert isinstance(await one.claim("lost"), tuple)
    await one.close()
    await other.close()


async def test_a_session_that_ends_loses_only_what_was_not_answered(database: str) -> None:
    store, names = await opened(database), [f"session-{number}" for number in range(2)]
    places = [await store.create(name, SETTINGS, {}) for name in names]
    for place in places:
        play(place)
        await place.settled()
    end = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and query <> ''"
    await asked(database, end)
    places[0].add(["draw"])
    with pytest.raises(TableLost, match="can't be kept"):
        await places[0].settled()
    places[1].add(["draw"])
    await places[1].settled()
    assert 3 == len((await store.claim(names[0]))[1].record.actions)
    await store.close()


async def age(where: str, table: str, by: float) -> None:
    """Let all that was kept of a table, and of servers, be so many seconds older."""
    if not where.startswith("postgresql:"):
        for path in Path(where).glob(f"{table}.*"):
            os.utime(path, (path.stat().st_mtime - by,) * 2)
        return
    for aged in ("table where name = %(table)s", "step where name = %(table)s", "server"):
        of, _, which = aged.partition(" ")
        change = f"update cardkit_{of} set since = since - make_interval(secs => %(by)s) {which}"
        await asked(where, change, {"table": table, "by": by})


async def test_a_store_knows_since_when_nothing_was_kept_of_a_table(where: str) -> None:
    store = await opened(where)
    place = await store.create("quiet", SETTINGS, PEOPLE)
    play(place)
    await place.settled()
    assert 0 <= await store.quiet("quiet") < 30
    await age(where, "quiet", 100)
    assert 100 <= await store.quiet("quiet") < 130
    place.add(entries("draw", [], 1))
    await place.settled()
    assert 0 <= await store.quiet("quiet") < 30
    await store.close()


async def test_what_is_old_is_forgotten_with_its_invitation(where: str) -> None:
    laying = await opened(where)
    words = {name: f"{name}-fox-1" for name in ("old", "stepped", "open", "new")}
    for name, invitation in words.items():
        place = await laying.create(name, {INVITATION: invitation}, PEOPLE)
        play(place)
        await place.settled()
        await age(where, name, AGE - 60 if name == "new" else AGE + 60)
        if name == "stepped":
            place.add(entries("draw", [], 1))
    await laying.close()
    store = await opened(where)
    await store.forget(["open"])
    there = {name for name in words if await store.look(name) is not None}
    invited = {await store.invited(invitation) for invitation in words.values()}
    await store.close()
    assert there == {"stepped", "open", "new"}
    assert invited == {None, *there}


async def test_tables_of_a_living_server_are_not_forgotten_by_another(database: str) -> None:
    owner, other = await opened(database), await opened(database)
    await owner.create("owned", SETTINGS, PEOPLE)
    await age(database, "owned", AGE + 60)
    await other.forget()
    assert isinstance(await other.claim("owned"), Elsewhere)
    await owner.close()
    await other.forget()
    assert await other.look("owned") is None
    await other.close()
