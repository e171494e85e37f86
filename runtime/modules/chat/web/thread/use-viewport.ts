/** The part of the screen that a screen keyboard leaves, for the styles of pages with a place to write. */
import { useEffect } from 'react'

export function useViewport(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return undefined
    const { style } = document.documentElement
    const measure = (): void => {
      style.setProperty('--chat-viewport', `${Math.round(viewport.height)}px`)
      // Some browsers push the page up instead of making it smaller.
      style.setProperty('--chat-viewport-top', `${Math.round(viewport.offsetTop)}px`)
    }
    measure()
    const changes = ['resize', 'scroll'] as const
    for (const change of changes) viewport.addEventListener(change, measure)
    return () => {
      for (const change of changes) viewport.removeEventListener(change, measure)
      style.removeProperty('--chat-viewport')
      style.removeProperty('--chat-viewport-top')
    }
  }, [])
}
