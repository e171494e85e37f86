/**
 * Replaces `markdown-to-jsx` in the browser bundle (see vite.config.ts). rjsf renders titles and descriptions of a
 * schema with it; our schemas have no texts, so the whole renderer would be unused code (31 KB gzip).
 */
import type { ReactNode } from 'react'

/** Shows Markdown source as plain text. */
export function Markdown({ children }: { readonly children?: ReactNode }) {
  return children
}
