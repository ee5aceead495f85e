/** Where there is room beside the chat: the same as the `xl` of the style sheet. */
export const sidePanelQuery = '(min-width: 80rem)'
