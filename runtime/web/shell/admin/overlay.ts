/** What lies over the shell; one at a time. */
export type ShellOverlay = 'menu' | 'palette' | 'keys' | 'layout'
