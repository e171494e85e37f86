/** Shows rich text. Nothing else in the client makes elements of HTML that was stored. */
import { useEffect, useRef } from 'react'
import { cleanFragment, shownPicture } from './clean-fragment.ts'
import './rich-text.css'

export function HtmlText({ html }: { readonly html: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => host.current?.replaceChildren(cleanFragment(html, shownPicture)), [html])
  return <div ref={host} className="rich-text" />
}
