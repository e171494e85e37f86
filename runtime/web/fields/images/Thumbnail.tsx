import { useState } from 'react'
import { Media } from '@blueprintjs/icons'

/** A small picture; a drawn sign stands in when it cannot be loaded. The button around it carries the name. */
export function Thumbnail({ url }: { readonly url: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <Media size={16} className="cell-image-broken" />
  return (
    <img src={url} alt="" width={32} height={32} loading="lazy" decoding="async" onError={() => setIsBroken(true)} />
  )
}
