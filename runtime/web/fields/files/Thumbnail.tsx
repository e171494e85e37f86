import { useState } from 'react'
import { Media } from '@blueprintjs/icons'

/** A small picture, or an icon when it cannot be loaded. The button around it has the accessible name. */
export function Thumbnail({ url }: { readonly url: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <Media size={16} className="cell-image-broken" />
  return (
    <img src={url} alt="" width={32} height={32} loading="lazy" decoding="async" onError={() => setIsBroken(true)} />
  )
}
