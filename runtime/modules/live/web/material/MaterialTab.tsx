/** Materials of a lesson: everybody opens them, teachers add and delete them. */
import { Button } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { callRoute, errorText, notify } from 'tablewright/web'
import { materialTypes, removeMaterialRoute } from '../../shared/material-routes.ts'
import { isStaff } from '../../shared/person.ts'
import type { OpenLesson } from '../classroom/use-lesson.ts'
import { PdfError } from '../pdf/pdf.ts'
import { useT } from '../texts.ts'
import { uploadMaterial } from './upload.ts'
import type { RoomFiles } from './use-files.ts'

const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`

export function MaterialTab({ lesson, files }: { readonly lesson: OpenLesson; readonly files: RoomFiles }) {
  const t = useT()
  const { me, state, room } = lesson
  const isTeacher = me !== null && isStaff(me) && state.status !== 'cancelled'
  const remove = (material: number): void =>
    void callRoute(removeMaterialRoute, { room: room.id, material }, { quiet: true }).catch((error: unknown) =>
      notify({ text: errorText(error), tone: 'danger' }),
    )
  return (
    <div className="live-part">
      {isTeacher && <UploadButton room={room.id} />}
      {state.materials.length === 0 && <p className="tw-muted">{t('material-none')}</p>}
      {state.materials.length > 0 && me === null && <p className="tw-muted">{t('material-visitor')}</p>}
      <ul className="live-hands">
        {state.materials.map(({ id, name, size }) => {
          const address = files.materials.get(id)
          return (
            <li key={id}>
              {address ? (
                <a className="live-file" href={address} target="_blank" rel="noreferrer">
                  {name}
                </a>
              ) : (
                <span>{name}</span>
              )}
              <span className="tw-muted">{sizeText(size)}</span>
              {isTeacher && (
                <Button
                  size="small"
                  variant="minimal"
                  intent="danger"
                  text={t('delete')}
                  aria-label={t('delete-file', { name })}
                  onClick={() => remove(id)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function UploadButton({ room }: { readonly room: number }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const upload = async (files: readonly File[]): Promise<void> => {
    setIsBusy(true)
    for (const file of files)
      try {
        await uploadMaterial(room, file)
      } catch (error) {
        if (error instanceof PdfError)
          notify({ text: t('material-unread', { reason: t(error.problem, { name: file.name }) }), tone: 'warning' })
        else notify({ text: errorText(error), tone: 'danger' })
      }
    setIsBusy(false)
  }
  return (
    <>
      <Button text={t('material-add')} loading={isBusy} onClick={() => input.current?.click()} />
      <p className="tw-muted">{t('material-tip')}</p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={materialTypes.map((type) => `.${type}`).join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          void upload(files)
        }}
      />
    </>
  )
}
