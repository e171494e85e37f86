/**
 * The layer of a page for overlays (drawers, menus): it is hidden with the page and, in a wide window, leaves menu,
 * header and tabs usable, so that another page can be consulted while a form is open.
 */
import { Classes } from '@blueprintjs/core'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

const layerClass = 'tw-layer'

/** The layer of a page. It is part of the shell's grid and covers the page. */
export function usePageLayer(frame: RefObject<HTMLElement | null>, isShown: boolean): HTMLElement {
  const [layer] = useState(() => Object.assign(document.createElement('div'), { className: layerClass }))
  useLayoutEffect(() => {
    const shell = frame.current?.closest('.tw-shell') ?? document.body
    shell.append(layer)
    return () => layer.remove()
  }, [layer, frame])
  useLayoutEffect(() => {
    layer.toggleAttribute('hidden', !isShown)
  }, [layer, isShown])
  useFocusRestoration(layer, isShown)
  return layer
}

/** Whether the focus is in an overlay of a page. */
export function isFocusOverPage(): boolean {
  return document.activeElement?.closest(`.${layerClass}`) != null
}

/** Returns the focus to the open form when its page is shown again. */
function useFocusRestoration(layer: HTMLElement, isShown: boolean): void {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) last.current = target
    }
    layer.addEventListener('focusin', note)
    return () => layer.removeEventListener('focusin', note)
  }, [layer])
  useEffect(() => {
    if (isShown && last.current && layer.contains(last.current)) last.current.focus({ preventScroll: true })
  }, [layer, isShown])
}

/**
 * Blueprint's overlays trap the focus of the whole document. Those over a page must not trap it in the shell around
 * the page.
 */
export function useShellFocus(): void {
  useEffect(() => {
    const free = (event: FocusEvent): void => {
      if (document.querySelector(`.${layerClass} .${Classes.OVERLAY_OPEN}`) === null) return
      if (event.target instanceof Element && event.target.closest('.tw-side, .tw-header, .tw-tabs'))
        event.stopImmediatePropagation()
    }
    window.addEventListener('focus', free, true)
    return () => window.removeEventListener('focus', free, true)
  }, [])
}
