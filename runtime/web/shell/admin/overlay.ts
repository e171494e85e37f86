/** The overlays of the shell; one is open at a time. */
export type ShellOverlay = 'menu' | 'palette' | 'keys' | 'layout' | 'terminal'
