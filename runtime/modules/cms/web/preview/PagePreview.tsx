/** The page of what is in a form, saved or not, made by the renderer of the public page. */
import { Callout, SegmentedControl } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from 'tablewright/web'
import { useT } from './texts.ts'
import './preview.css'

/** Milliseconds without a change. */
const pauseMs = 400

interface PagePreviewProps {
  /** The values that the page is made of, as one text. */
  readonly values: string
  readonly load: (values: string, signal: AbortSignal) => Promise<{ readonly html: string }>
  /** The width that is shown first. */
  readonly width?: 'phone' | 'desktop'
}

interface Page {
  readonly html: string | null
  readonly problem: string | null
}

function usePage({ values, load }: Pick<PagePreviewProps, 'values' | 'load'>): Page {
  const [page, setPage] = useState<Page>({ html: null, problem: null })
  const request = useEffectEvent((latest: string, signal: AbortSignal) =>
    load(latest, signal).then(
      ({ html }) => setPage({ html, problem: null }),
      (error) => {
        // The last page stays, so that one sees where one is.
        if (!signal.aborted) setPage((before) => ({ ...before, problem: errorText(error) }))
      },
    ),
  )
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => void request(values, leaving.signal), pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [values])
  return page
}

export function PagePreview({ values, load, width: firstWidth = 'phone' }: PagePreviewProps) {
  const t = useT()
  const [width, setWidth] = useState<string>(firstWidth)
  const { html, problem } = usePage({ values, load })
  return (
    <section className="cms-preview" aria-label={t('preview')}>
      <SegmentedControl
        small
        aria-label={t('width')}
        options={[
          { label: t('phone'), value: 'phone' },
          { label: t('desktop'), value: 'desktop' },
        ]}
        value={width}
        onValueChange={setWidth}
      />
      {problem !== null && (
        <Callout compact role="alert" intent="warning">
          {t('failed', { message: problem })}
        </Callout>
      )}
      {html === null ? (
        problem === null && <p role="status">{t('loading')}</p>
      ) : (
        <PageFrame html={html} width={width} />
      )}
    </section>
  )
}

interface PageFrameProps {
  readonly html: string
  /** `phone` or `desktop`. */
  readonly width?: string
}

/** A page of the site. It stays where it was scrolled to while its text changes, and begins at a block that is new. */
export function PageFrame({ html, width }: PageFrameProps) {
  const t = useT()
  const frame = useRef<HTMLIFrameElement>(null)
  const place = useRef<number | null>(null)
  const keepPlace = (): void => {
    const page = frame.current?.contentWindow
    if (!page) return
    const block = page.document.querySelector('.draft')?.getBoundingClientRect()
    // The form around it stays where it is.
    page.scrollTo(0, place.current ?? (block ? block.top - page.innerHeight / 4 : 0))
    place.current = page.scrollY
    // Keys of the screen around it work here, too.
    page.addEventListener('keydown', (event) => frame.current?.dispatchEvent(new KeyboardEvent('keydown', event)))
    page.addEventListener('scroll', () => {
      place.current = page.scrollY
    })
  }
  return (
    <iframe
      ref={frame}
      title={t('page')}
      className="cms-preview-page"
      data-width={width}
      // No script runs in it: it has the origin of the page only so that it may show the images of the site.
      sandbox="allow-same-origin"
      srcDoc={html}
      onLoad={keepPlace}
    />
  )
}
