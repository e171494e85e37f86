/**
 * A narrow window uses the Classic layout with a collapsed menu; the user's layout returns when the window is wide
 * again.
 */
import { layoutBeforeNarrow, config, layoutModes } from '../../core/preferences/store.ts'

const beforeResizeKey = 'beforeResizeLayout'

export function applyNarrowLayout(): void {
  if (config.layout.shrink) return
  const { layoutMode, menuCollapse } = config.layout
  layoutBeforeNarrow.layout = { layoutMode, menuCollapse }
  try {
    sessionStorage.setItem(beforeResizeKey, JSON.stringify(layoutBeforeNarrow.layout))
  } catch {
    // Without storage it is kept in memory only.
  }
  Object.assign(config.layout, { layoutMode: 'Classic', menuCollapse: true, shrink: true })
}

export function restoreWideLayout(): void {
  if (!config.layout.shrink) return
  const before = layoutBeforeNarrow.layout ?? readWideLayout()
  layoutBeforeNarrow.layout = null
  Object.assign(config.layout, before, { shrink: false })
  try {
    sessionStorage.removeItem(beforeResizeKey)
  } catch {
    // Nothing was stored.
  }
}

function readWideLayout(): { layoutMode?: unknown; menuCollapse?: unknown } {
  try {
    const stored = JSON.parse(sessionStorage.getItem(beforeResizeKey) ?? 'null') as {
      layoutMode?: unknown
      menuCollapse?: unknown
    } | null
    return {
      layoutMode: layoutModes.find((mode) => mode === stored?.layoutMode) ?? 'Default',
      menuCollapse: stored?.menuCollapse === true,
    }
  } catch {
    return { layoutMode: 'Default', menuCollapse: false }
  }
}
