/** The page of what is in the form, saved or not, made by the renderer of the public page. */
import { Callout, SegmentedControl } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { callRoute, errorText, type FormProps } from 'tablewright/web'
import { previewDraft } from '../../shared/drafts.ts'
import { useT } from './texts.ts'

/** The fields that the page shows. */
const shownFields = [
  'title',
  'content',
  'images',
  'price',
  'currency',
  'publish_time',
  'seotitle',
  'source_title',
  'source_url',
] as const

/** Milliseconds without a change. */
const pauseMs = 400

interface Preview {
  readonly html: string | null
  readonly problem: string | null
}

function usePreview({ draft, base }: FormProps['form']): Preview {
  const [preview, setPreview] = useState<Preview>({ html: null, problem: null })
  const values = JSON.stringify(Object.fromEntries(shownFields.map((name) => [name, draft[name] ?? null])))
  const id = base === null ? undefined : Number(base['id'])
  useEffect(() => {
    const request = new AbortController()
    const timer = setTimeout(() => {
      const input = { values, ...(id !== undefined && { id }) }
      callRoute(previewDraft, input, { quiet: true, signal: request.signal }).then(
        ({ html }) => setPreview({ html, problem: null }),
        (error) => {
          // The last page stays, so that one sees where one is.
          if (!request.signal.aborted) setPreview((before) => ({ ...before, problem: errorText(error) }))
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [values, id])
  return preview
}

export function LivePreview({ form }: Pick<FormProps, 'form'>) {
  const t = useT()
  const [width, setWidth] = useState('phone')
  const { html, problem } = usePreview(form)
  const frame = useRef<HTMLIFrameElement>(null)
  const place = useRef(0)
  /** The page stays where it was scrolled to while its text changes. */
  const keepPlace = (): void => {
    const page = frame.current?.contentWindow
    if (!page) return
    page.scrollTo(0, place.current)
    page.addEventListener('scroll', () => {
      place.current = page.scrollY
    })
  }
  return (
    <section className="cms-editor-preview" aria-label={t('preview')}>
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
          {t('preview-failed', { message: problem })}
        </Callout>
      )}
      {html === null ? (
        problem === null && <p role="status">{t('preview-loading')}</p>
      ) : (
        <iframe
          ref={frame}
          title={t('preview-title')}
          data-width={width}
          // No script runs in it: it has the origin of the page only so that it may show the images of the site.
          sandbox="allow-same-origin"
          srcDoc={html}
          onLoad={keepPlace}
        />
      )}
    </section>
  )
}
