/*
 * Loads what a search shows. A chunk of its own: the list of all files that these need is as large as what a page needs of the search
 * before it is opened.
 */

export async function loadSearchDialog() {
  return (await import("./search-dialog.tsx")).SearchDialog;
}

export async function loadFindBar() {
  return (await import("./find-bar.tsx")).FindBar;
}
