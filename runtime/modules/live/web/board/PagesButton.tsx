/** Adds images and PDFs to the board, each image and each page of a PDF as a page of its own. */
import { Button } from '@blueprintjs/core'
import { Media } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { errorText, notify } from 'tablewright/web'
import { maxPages, type Intent } from '../../shared/events.ts'
import { pictureTypes } from '../../shared/material-routes.ts'
import { isPdf, maxPdfPages, TooManyPages, uploadImage, uploadPdf, type BoardPage } from '../material/upload.ts'
import { PdfError } from '../pdf/pdf.ts'
import { useT } from '../texts.ts'

interface PagesButtonProps {
  readonly room: number
  /** Pages of the board. */
  readonly pages: number
  readonly submit: (intent: Intent) => void
}

type Translate = ReturnType<typeof useT>

function problemText(t: Translate, { name }: File, error: unknown): string {
  if (error instanceof TooManyPages) return t('pages-many', { name, pages: error.pages, most: error.most })
  if (error instanceof PdfError) return t(error.problem, { name })
  return errorText(error) || t('image-failed', { name })
}

export function PagesButton({ room, pages, submit }: PagesButtonProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<string | null>(null)
  const add = async (files: readonly File[]): Promise<void> => {
    let count = 0
    for (const file of files) {
      const title = file.name.replace(/\.[^.]*$/, '').slice(0, 90)
      // The first page is shown, the others wait behind it.
      const addPage = ({ code, height }: BoardPage, label: string): void => {
        submit({ kind: 'page.add', payload: { height, picture: code, title: label, isShown: count === 0 } })
        count += 1
      }
      setProgress(title)
      try {
        if (isPdf(file))
          await uploadPdf(room, file, {
            most: Math.min(maxPdfPages, maxPages - pages - count),
            onPage(page, number, all) {
              addPage(page, all === 1 ? title : `${title} ${number}`)
              setProgress(t('pages-progress', { page: number, pages: all }))
            },
          })
        else addPage(await uploadImage(room, file), title)
      } catch (error) {
        notify({ text: problemText(t, file, error), tone: 'danger' })
      }
    }
    setProgress(null)
  }
  const types = [...pictureTypes, 'pdf']
  return (
    <>
      <Button
        className="live-import"
        icon={<Media />}
        aria-label={progress ?? t('pages-from-file')}
        title={t('pages-from-file')}
        text={progress ?? t('pages-from-file')}
        aria-disabled={progress !== null}
        onClick={() => progress === null && input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={types.map((type) => `.${type}`).join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          void add(files)
        }}
      />
    </>
  )
}
