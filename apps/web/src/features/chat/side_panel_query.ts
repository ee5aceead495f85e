/** The same width as `xl` in the CSS. */
export const sidePanelQuery = '(min-width: 80rem)'
