// Tables are copied; where that is not allowed, they are selected.
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
