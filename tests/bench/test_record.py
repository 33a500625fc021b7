"""From finished jobs to records: what is told of a finding that has no answer."""

from cipherfab.bench import record, rows
from cipherfab.bench.row import Row
from cipherfab.design import BareInterface, Design
from cipherfab.results.store import Store
from cipherfab.runs.outcome import DONE, Outcome

GIFT = Design(name="gift-64", top="top", sources={"top.sv": "module top; endmodule"}, interface=BareInterface(
    algorithm="gift-64", inputs={"key": 128, "plaintext": 64}, outputs={"ciphertext": 64}))


def finding(link: str, passed: bool | None, detail: str = "64 calls") -> dict:
    """What a link's check returns."""
    return {"link": link, "check": link, "passed": passed, "detail": detail, "seconds": 0.1, "seed": 1}


def stored(tmp_path, findings: list[dict]) -> list:
    """The evidence in a store after a job that verified a netlist."""
    inputs = {"design": GIFT.to_json(), "netlist_sha256": "n" * 64, "platform": "nangate45", "recipe": "area"}
    job = {"kind": "gates", "inputs": inputs, "versions": {}}
    with Store(tmp_path / "store.sqlite") as store:
        record.store(store, Outcome(job=job, key="k" * 64, status=DONE, result={"findings": findings}, seconds=1.0))
        return store.evidence()


def test_an_undecided_proof_is_told_beside_the_link_that_stands_alone(tmp_path):
    """No evidence for either side; the known answers at gate level carry it as a caveat, which a row shows as a remark."""
    alone, = stored(tmp_path, [finding("equivalence", None, "undecided by SAT"), finding("gate", True)])
    assert alone.link == "gate" and alone.passed
    assert alone.detail["caveat"] == "it stands alone, for equivalence: undecided by SAT"
    row = Row(core="gift-64", algorithm="gift-64", platform="nangate45", recipe="area", evidence=[
        {"link": "gate", "check": "gate", "passed": True, "caveat": alone.detail["caveat"]}])
    assert rows.with_violations([row])[0].violations == ["gate: it stands alone, for equivalence: undecided by SAT"]


def test_a_proof_that_ended_needs_no_remark(tmp_path):
    """Both links are evidence, without a caveat."""
    both = stored(tmp_path, [finding("equivalence", True), finding("gate", True)])
    assert [found.link for found in both] == ["equivalence", "gate"] and not any("caveat" in found.detail for found in both)
