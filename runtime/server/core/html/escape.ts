const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML shows it, also inside the value of an attribute. */
export const escapeHtml = (text: string): string =>
  text
    // Guard T56: values are text in the HTML of a mail and of a public page.
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
