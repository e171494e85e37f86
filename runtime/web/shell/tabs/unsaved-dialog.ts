import { lazyComponent } from '../../core/loading/lazy-component.tsx'

/** Asks before tabs with unsaved input go. Loaded soon after a form has opened. */
export const UnsavedTabsDialog = lazyComponent(async () => (await import('./UnsavedTabsDialog.tsx')).UnsavedTabsDialog)
