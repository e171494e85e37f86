/** Uploads files as an answer, one after the other. */
import { useState } from 'react'
import { typesOf, type Answer, type Item } from '../../shared/item.ts'
import { CallError, uploadFile } from './calls.ts'
import { problemOfInput, type AnswerProps, type OpenQuestionnaire } from './sheet.ts'
import { t } from './texts.ts'

interface FileProps extends AnswerProps {
  readonly names: Readonly<Record<string, string>>
  readonly place: OpenQuestionnaire
}

const placeOf = ({ link, device, pass, version }: OpenQuestionnaire, item: Item): Readonly<Record<string, string>> => ({
  link,
  device,
  item: item.key,
  version: String(version),
  ...(pass !== '' && { pass }),
})

export function FileAnswer({ item, answer, problem, names, place, onChange }: FileProps) {
  const files = answer?.files ?? []
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const store = (codes: Answer['files'] = [], added: Readonly<Record<string, string>> = {}): void =>
    onChange(item.key, { files: codes }, added)
  const upload = async (chosenFiles: readonly File[]): Promise<void> => {
    setBusy(true)
    setRefusal('')
    let codes = files
    try {
      for (const file of chosenFiles) {
        const { code, name } = await uploadFile(placeOf(place, item), file)
        codes = [...codes, code]
        store(codes, { [code]: name })
      }
    } catch (error) {
      setRefusal((error instanceof CallError && error.message) || t('failed'))
    }
    setBusy(false)
  }
  return (
    <>
      <ul className="q-files">
        {files.map((code) => (
          <li key={code}>
            <span>{names[code] ?? code}</span>
            <button
              type="button"
              className="q-link"
              aria-label={`${t('remove')}: ${names[code] ?? ''}`}
              onClick={() => store(files.filter((own) => own !== code))}
            >
              {t('remove')}
            </button>
          </li>
        ))}
      </ul>
      {files.length < (item.fileNum ?? 1) && (
        <input
          type="file"
          className="q-file"
          aria-label={`${item.title}: ${t('upload')}`}
          accept={typesOf(item)
            .map((type) => `.${type}`)
            .join()}
          disabled={isBusy}
          {...problemOfInput({ item, problem })}
          onChange={(event) => {
            const { files: list } = event.target
            void upload([...(list ?? [])])
            event.target.value = ''
          }}
        />
      )}
      <p className="q-problem" role="alert">
        {isBusy ? t('uploading') : refusal}
      </p>
    </>
  )
}
