// Agree or disagree with a match: verdicts of pairs, downloaded as questions with one substitute each.
const verdicts = new Map();
let unsaved = false;

function pairKey(one) {
  return JSON.stringify([one.gold, one.phrase]);
}

function judgementMark(one) {
  const known = verdicts.get(pairKey(one));
  return known === undefined ? "" : known.agree ? " ✓ agreed" : " ✗ disagreed";
}

function judgingTools(card, item, system, one) {
  const tools = element("div", "tools");
  for (const [name, agree, text] of [["agree", true, "Agree: it can stand for it"], ["disagree", false, "Disagree: it cannot"]]) {
    const button = element("button", name, text);
    button.type = "button";
    const known = verdicts.get(pairKey(one));
    button.setAttribute("aria-pressed", String(known !== undefined && known.agree === agree));
    button.addEventListener("click", () => { judge(item, system, one, agree); marked(card, item, tools, one); });
    tools.append(button);
  }
  return tools;
}

function judge(item, system, one, agree) {
  const key = pairKey(one);
  if (verdicts.get(key)?.agree === agree) verdicts.delete(key); // pressed again: taken back
  else verdicts.set(key, { agree: agree, gold: one.gold, phrase: one.phrase, item: item.id, system: told.systems[system], score: one.score });
  unsaved = verdicts.size > 0;
  byId("download").disabled = verdicts.size === 0;
  byId("judged").textContent = verdicts.size === 1 ? "1 verdict" : grouped(verdicts.size) + " verdicts";
}

function marked(card, item, tools, one) {
  const known = verdicts.get(pairKey(one));
  tools.querySelector(".agree").setAttribute("aria-pressed", String(known?.agree === true));
  tools.querySelector(".disagree").setAttribute("aria-pressed", String(known?.agree === false));
  for (const button of document.querySelectorAll("#cards button.phrase")) {
    const of = button.closest(".item").lydite.sides[Number(button.dataset.system)].predictions[Number(button.dataset.number)];
    button.parentElement.querySelector(".status").textContent = matchText(of.score) + judgementMark(of);
  }
  drawLines(card);
}

function questionLine(one, by) {
  const marks = { circled: one.agree ? [one.phrase] : [], crossed: one.agree ? [] : [one.phrase] };
  const answer = by ? { by: by, ...marks } : marks;
  return JSON.stringify({
    id: one.gold + " ← " + one.phrase, item: one.item, system: one.system, matcher: told.matcher, matched: one.score,
    substitutee: one.gold, substitutes: [{ phrase: one.phrase }], answers: [answer],
  });
}

function download() {
  const by = byId("by").value.trim();
  const plain = by.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim().replace(/ /g, "-");
  const lines = [...verdicts.values()].map((one) => questionLine(one, by) + "\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  link.download = "verdicts" + (plain ? "-" + plain : "") + ".jsonl";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000); // some browsers begin to read it only after the click
  unsaved = false;
  byId("judged").textContent = link.download + " is in your downloads: lydite agree " + link.download + " -m credit";
}
