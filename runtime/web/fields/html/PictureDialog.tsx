/** A picture of a formatted text: chosen among the uploaded files or uploaded, and described. */
import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { useId, useMemo, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { FieldModel, FileAccess } from '../../../protocol/index.ts'
import { ImageInput } from '../files/ImageInput.tsx'
import type { InputProps } from '../input-props.ts'
import { useT } from './texts.ts'

export interface Picture {
  readonly src: string
  /** Describes what it shows, "" for one that only decorates. */
  readonly alt: string
}

interface PictureDialogProps extends Pick<InputProps, 'record' | 'locale'> {
  readonly access: FileAccess | undefined
  /** The one to change, null for a new one. */
  readonly picture: Picture | null
  /** Called when the dialog is gone, with null when nothing is to change. */
  readonly onClose: (picture: Picture | null) => void
}

/** As long as the server keeps it. */
const maxAlt = 200

export function PictureDialog({ picture, record, locale, access, onClose }: PictureDialogProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  const [isPending, setPending] = useState(false)
  const [draft, setDraft] = useState<Picture>(picture ?? { src: '', alt: '' })
  const answer = useRef<Picture | null>(null)
  const canPut = draft.src !== '' && !isPending
  const put = (): void => {
    if (!canPut) return
    answer.current = draft
    setOpen(false)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={() => onClose(answer.current)}
      canOutsideClickClose={false}
      transitionDuration={100}
      title={t(picture ? 'change' : 'insert')}
      isCloseButtonShown={false}
      className="rich-picture-dialog"
    >
      <DialogBody>
        <PictureFields
          picture={draft}
          record={record}
          locale={locale}
          access={access}
          onChange={setDraft}
          onPending={setPending}
          onSubmit={put}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={() => setOpen(false)} />
            <Button intent="primary" text={t(picture ? 'save' : 'put')} disabled={!canPut} onClick={put} />
          </>
        }
      />
    </Dialog>
  )
}

interface PictureFieldsProps extends Pick<PictureDialogProps, 'record' | 'locale' | 'access'> {
  readonly picture: Picture
  readonly onChange: Dispatch<SetStateAction<Picture>>
  /** An upload begins or ends. */
  readonly onPending: (isPending: boolean) => void
  /** Enter was pressed in the description. */
  readonly onSubmit: () => void
}

function PictureFields({ picture, record, locale, access, onChange, onPending, onSubmit }: PictureFieldsProps) {
  const t = useT()
  const id = useId()
  const dialogRecord = useMemo(
    () => ({ ...record, setPending: (_field: string, isPending: boolean) => onPending(isPending) }),
    [record, onPending],
  )
  const label = t('picture')
  const field: FieldModel = {
    name: 'picture',
    kind: 'image',
    label: { 'zh-cn': label, en: label },
    required: true,
    readOnly: false,
    private: false,
    implicit: false,
    ...(access && { access }),
  }
  return (
    <div className="rich-picture-fields">
      <div className="rich-picture-field">
        <label id={`${id}-file-label`} htmlFor={`${id}-file`}>
          {label}
        </label>
        <ImageInput
          id={`${id}-file`}
          field={field}
          value={picture.src}
          disabled={false}
          invalid={false}
          describedBy={undefined}
          record={dialogRecord}
          locale={locale}
          onChange={(src) => onChange((current) => ({ ...current, src: String(src ?? '') }))}
          onBlur={() => undefined}
        />
      </div>
      <div className="rich-picture-field">
        <label htmlFor={`${id}-alt`}>{t('alt')}</label>
        <InputGroup
          id={`${id}-alt`}
          fill
          value={picture.alt}
          maxLength={maxAlt}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange({ ...picture, alt: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onSubmit()
          }}
        />
        <p id={`${id}-note`} className="rich-note">
          {t('alt-note')}
        </p>
      </div>
    </div>
  )
}
