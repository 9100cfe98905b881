// What happens where.
function typing(target) {
  return target.closest("input, select, textarea, [contenteditable]") !== null;
}

function startItems() {
  byId("browser").hidden = false;
  options(byId("status"), STATUSES[told.kind], "");
  if (told.kind === "labels") offerLabels();
  offerSystems();
  offerTopics();
  for (const id of ["sort", "status", "topic", "gold", "answer"]) byId(id).addEventListener("change", choose);
  byId("search").addEventListener("input", choose);
  for (const side of ["left", "right"]) {
    byId(side).addEventListener("change", (event) => { state[side] = Number(event.target.value); offerSystems(); choose(); });
  }
  byId("before").addEventListener("click", () => turn(-1));
  byId("after").addEventListener("click", () => turn(1));
  window.addEventListener("resize", () => [...byId("cards").children].forEach(drawLines));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "/") { byId("search").focus(); event.preventDefault(); }
  });
  choose();
}

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", () => copyText(button));
}
window.addEventListener("beforeprint", () => document.querySelectorAll("#making details").forEach((one) => { one.open = true; }));
if (state.items.length) startItems();
