/** The page of a text as its readers will see it, by the renderer of that page. */
import { Callout, SegmentedControl } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate, type PanelProps } from 'tablewright/web'
import { preview } from '../../shared/routes.ts'
import { useT } from './texts.ts'
import './review.css'

/** No script runs in its frame, which has the origin of the page only so that it may show the images of the site. */
const style =
  'body{font:18px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:1rem;overflow-wrap:break-word;' +
  'color:#1c2127;background:#fff}img,video{max-width:100%;height:auto}' +
  'table{border-collapse:collapse}th,td{border:1px solid #dce1e8;padding:.35rem .6rem}'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const documentOf = (title: string, html: string): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1>${html}`

export function PreviewPanel({ row, isDirty }: PanelProps) {
  const id = Number(row['id'])
  const t = useT()
  const language = useLanguage()
  const [width, setWidth] = useState('phone')
  const { value, error } = useStaleWhileRevalidate(`cms preview ${id} ${String(row['version'])} ${language}`, () =>
    callRoute(preview, { id }, { quiet: true }),
  )
  if (error !== null && value === null)
    return (
      <Callout role="alert" intent="danger">
        {errorText(error)}
      </Callout>
    )
  if (value === null) return <p role="status">{t('loading')}</p>
  return (
    <div className="cms-preview">
      <SegmentedControl
        aria-label={t('width')}
        options={[
          { label: t('phone'), value: 'phone' },
          { label: t('desktop'), value: 'desktop' },
        ]}
        value={width}
        onValueChange={setWidth}
        small
      />
      {isDirty && <p>{t('preview-dirty')}</p>}
      <iframe
        title={t('preview')}
        className={width === 'phone' ? 'cms-preview-phone' : undefined}
        sandbox="allow-same-origin"
        srcDoc={documentOf(escape(value.title), value.html)}
      />
    </div>
  )
}
