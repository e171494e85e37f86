/** Id of the button that opens the menu of a narrow window; it receives the focus when the menu closes. */
export const menuButtonId = 'menu-button'
