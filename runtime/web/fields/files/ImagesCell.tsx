import { useState } from 'react'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { fileUrl } from '../../core/auth/session.ts'
import { Blank } from '../Blank.tsx'
import { useCellT } from '../cell-texts.ts'
import type { CellProps } from '../renderer.ts'
import { Thumbnail } from './Thumbnail.tsx'

const Preview = lazyComponent(async () => (await import('./Preview.tsx')).Preview)

/** How many thumbnails a cell shows; the rest are counted. */
const maxShown = 1

/** Thumbnails of one or several pictures; a click shows them large. */
export function ImagesCell({ value, field, locale, recordName }: CellProps) {
  const t = useCellT()
  const [openAt, setOpenAt] = useState<number | null>(null)
  const urls = addressesOf(value)
  if (urls.length === 0) return <Blank />
  const name = `${recordName} · ${field.label[locale.language]}`
  return (
    <span className="cell-images">
      {urls.slice(0, maxShown).map((url, index) => (
        <button
          key={url}
          type="button"
          className="cell-image"
          aria-label={t('viewPicture', { name })}
          onClick={() => setOpenAt(index)}
        >
          <Thumbnail url={url} />
        </button>
      ))}
      {urls.length > maxShown && <span className="cell-more">+{urls.length - maxShown}</span>}
      {openAt !== null && <Preview urls={urls} start={openAt} name={name} onClose={() => setOpenAt(null)} />}
    </span>
  )
}

/** Addresses that may be loaded: our own paths and http(s) only. */
function addressesOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  return list
    .filter((url): url is string => typeof url === 'string' && /^(\/(?!\/)|https?:\/\/)/i.test(url))
    .map(fileUrl)
}
