/** Adds images to the board, each as a page of its own. */
import { Button } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { errorText, notify } from 'tablewright/web'
import type { Intent } from '../../shared/events.ts'
import { pictureTypes } from '../../shared/material-routes.ts'
import { uploadBoardImage } from '../material/upload.ts'
import { useT } from '../texts.ts'

interface ImageButtonProps {
  readonly room: number
  readonly submit: (intent: Intent) => void
}

export function ImageButton({ room, submit }: ImageButtonProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const add = async (files: readonly File[]): Promise<void> => {
    setIsBusy(true)
    for (const file of files)
      try {
        const { code, height } = await uploadBoardImage(room, file)
        const title = file.name.replace(/\.[^.]*$/, '').slice(0, 100)
        submit({ kind: 'page.add', payload: { height, picture: code, title } })
      } catch (error) {
        notify({ text: errorText(error) || t('image-failed', { name: file.name }), tone: 'danger' })
      }
    setIsBusy(false)
  }
  return (
    <>
      <Button text={t('image-add')} loading={isBusy} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={pictureTypes.map((type) => `.${type}`).join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          void add(files)
        }}
      />
    </>
  )
}
