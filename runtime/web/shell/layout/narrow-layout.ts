/** A narrow window has the Classic layout with the menu away; what was chosen before comes back when it is wide again. */
import { beforeShrink, config, layoutModes } from '../../preferences/store.ts'

export const beforeResizeKey = 'beforeResizeLayout'

export function shrinkLayout(): void {
  if (config.layout.shrink) return
  const { layoutMode, menuCollapse } = config.layout
  beforeShrink.layout = { layoutMode, menuCollapse }
  try {
    sessionStorage.setItem(beforeResizeKey, JSON.stringify(beforeShrink.layout))
  } catch {
    // Memory alone remembers it.
  }
  Object.assign(config.layout, { layoutMode: 'Classic', menuCollapse: true, shrink: true })
}

export function widenLayout(): void {
  if (!config.layout.shrink) return
  const before = beforeShrink.layout ?? readBefore()
  beforeShrink.layout = null
  Object.assign(config.layout, before, { shrink: false })
  try {
    sessionStorage.removeItem(beforeResizeKey)
  } catch {
    // Nothing was kept.
  }
}

function readBefore(): { layoutMode?: unknown; menuCollapse?: unknown } {
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
