import { lazyComponent } from '../../loading/lazy-component.tsx'

/** Asks before tabs with unsaved input go. Loaded once there is such input. */
export const UnsavedTabsDialog = lazyComponent(async () => (await import('./UnsavedTabsDialog.tsx')).UnsavedTabsDialog)
