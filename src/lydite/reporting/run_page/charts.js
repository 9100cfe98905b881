// Charts that fit the window and tell their numbers; where they cannot be drawn, the picture stays.
function drawCharts() {
  if (typeof vegaEmbed === "undefined") return;
  JSON.parse(byId("specs").textContent).forEach((spec, number) => {
    const chart = byId("chart-" + number);
    const place = element("div");
    chart.append(place);
    const how = { renderer: "svg", ast: true, actions: false, defaultStyle: false, tooltip: { disableDefaultStyle: true } };
    vegaEmbed(place, spec, how).then(() => chart.classList.add("drawn")).catch(() => place.remove());
  });
}

function copyText(button) {
  const source = byId(button.dataset.copy);
  const told = (text) => { button.textContent = text; };
  const select = () => {
    source.closest("details").open = true; // what is hidden cannot be selected
    const range = document.createRange();
    range.selectNodeContents(source);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    told(document.execCommand("copy") ? "Copied" : "Selected: copy it");
  };
  if (navigator.clipboard) navigator.clipboard.writeText(source.textContent).then(() => told("Copied"), select);
  else select();
}
