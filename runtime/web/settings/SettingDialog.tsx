/** Adds a setting to a tab: what it is called, what kind of value it has, and what it begins with. */
import {
  Button,
  Callout,
  Checkbox,
  Dialog,
  DialogBody,
  DialogFooter,
  HTMLSelect,
  InputGroup,
  TextArea,
} from '@blueprintjs/core'
import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react'
import { SubmitButton } from '../loading/SubmitButton.tsx'
import { ApiError, errorText } from '../api/api-error.ts'
import { notifyError } from '../toasts/notify.ts'
import { addSetting, loadTables, type ListedTable, type NewSetting } from './settings.ts'
import { useT } from './texts.ts'

/** The input types of protocol 10.3, those of a kind together. */
const types = [
  ...(['string', 'textarea', 'editor', 'number', 'password'] as const),
  ...(['switch', 'radio', 'select', 'selects', 'checkbox'] as const),
  ...(['date', 'time', 'datetime', 'year'] as const),
  ...(['remoteSelect', 'remoteSelects', 'city', 'array'] as const),
  ...(['image', 'images', 'file', 'files', 'icon', 'color'] as const),
] as const
const choices: readonly string[] = ['select', 'selects', 'radio', 'checkbox']
const remote: readonly string[] = ['remoteSelect', 'remoteSelects']
const rules = [
  ...(['required', 'integer', 'number', 'email', 'url', 'mobile', 'idNumber', 'account'] as const),
  ...(['password', 'varName', 'date'] as const),
] as const

/** What a text may have to be; all other types ask for that themselves. */
const textTypes: readonly string[] = ['string', 'textarea', 'number']

interface AddSettingDialogProps {
  readonly group: string
  readonly onAdded: () => void
  readonly onClose: () => void
}

export function AddSettingDialog({ group, onAdded, onClose }: AddSettingDialogProps) {
  const t = useT()
  const form = useId()
  // Closed first and unmounted after the animation, so that the focus returns to the opener.
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [item, setItem] = useState<NewSetting>({
    group,
    name: '',
    title: '',
    tip: '',
    type: 'string',
    content: '',
    rule: [],
    value: '',
    inputExtend: '',
  })
  const isRemote = remote.includes(item.type)
  const tables = useTables(isRemote)
  const put = (part: Partial<NewSetting>): void => setItem({ ...item, ...part })
  const chooseType = (type: string): void =>
    put({ type, value: '', inputExtend: '', rule: rulesOf(type).filter((rule) => item.rule.includes(rule)) })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await addSetting(item)
      onAdded()
      setOpen(false)
    } catch (error) {
      const fields = (error instanceof ApiError ? error.refusal?.errors : null) ?? {}
      setErrors(fields)
      setProblem(Object.keys(fields).length === 0 ? errorText(error) : null)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof NewSetting, label: string, input: (id: string) => ReactNode, note = '') => (
    <Field id={`${form}-${name}`} label={label} note={errors[name] ?? note} isWrong={errors[name] !== undefined}>
      {input(`${form}-${name}`)}
    </Field>
  )
  const text = (name: 'name' | 'title' | 'tip', label: string, limit: number, note = '') =>
    field(
      name,
      label,
      (id) => (
        <InputGroup
          id={id}
          fill
          value={item[name]}
          maxLength={limit}
          aria-invalid={errors[name] !== undefined || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => put({ [name]: event.target.value })}
        />
      ),
      note,
    )
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      canEscapeKeyClose={!isBusy}
      canOutsideClickClose={false}
      transitionDuration={100}
      title={t('add-setting')}
      isCloseButtonShown={false}
      className="settings-dialog"
    >
      <DialogBody>
        <form id={form} className="settings-fields" onSubmit={(event) => void submit(event)}>
          {problem && (
            <Callout role="alert" intent="danger" compact>
              {problem}
            </Callout>
          )}
          {text('name', t('item-name'), 30, t('item-name-note'))}
          {text('title', t('item-title'), 50)}
          {text('tip', t('item-tip'), 100)}
          {field('type', t('item-type'), (id) => (
            <HTMLSelect
              id={id}
              fill
              value={item.type}
              options={types.map((type) => ({ value: type, label: t(`type-${type}`) }))}
              onChange={(event) => chooseType(event.currentTarget.value)}
            />
          ))}
          {choices.includes(item.type) &&
            field(
              'content',
              t('item-options'),
              (id) => (
                <TextArea
                  id={id}
                  fill
                  rows={3}
                  value={item.content}
                  aria-describedby={`${id}-note`}
                  onChange={(event) => put({ content: event.currentTarget.value })}
                />
              ),
              t('item-options-note'),
            )}
          {isRemote &&
            field('inputExtend', t('item-list'), (id) => (
              <HTMLSelect
                id={id}
                fill
                value={item.inputExtend}
                aria-invalid={errors['inputExtend'] !== undefined || undefined}
                aria-describedby={`${id}-note`}
                options={[
                  { value: '', label: t('choose') },
                  ...tables.map(({ table, controller, comment }) => ({
                    value: `remoteUrl=/admin/${controller}/index`,
                    // `table - label`: people know the label.
                    label: comment.slice(table.length + 3),
                  })),
                ]}
                onChange={(event) => put({ inputExtend: event.currentTarget.value })}
              />
            ))}
          {field('rule', t('item-rules'), (id) => (
            <div id={id} role="group" aria-labelledby={`${id}-label`}>
              {rulesOf(item.type).map((rule) => (
                <Checkbox
                  key={rule}
                  inline
                  label={t(`rule-${rule}`)}
                  checked={item.rule.includes(rule)}
                  onChange={(event) =>
                    put({
                      rule: rulesOf(item.type).filter((one) =>
                        one === rule ? event.currentTarget.checked : item.rule.includes(one),
                      ),
                    })
                  }
                />
              ))}
            </div>
          ))}
          {hasDefault(item.type) &&
            field('value', t('item-value'), (id) => (
              <InputGroup
                id={id}
                fill
                value={item.value}
                aria-describedby={`${id}-note`}
                onChange={(event) => put({ value: event.target.value })}
              />
            ))}
        </form>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} disabled={isBusy} onClick={() => setOpen(false)} />
            <SubmitButton form={form} text={t('add')} isBusy={isBusy} />
          </>
        }
      />
    </Dialog>
  )
}

/** The lists to choose records from, asked for when they are needed; none until they are there. */
function useTables(isNeeded: boolean): readonly ListedTable[] {
  const [tables, setTables] = useState<readonly ListedTable[]>([])
  useEffect(() => {
    if (!isNeeded) return undefined
    let isCurrent = true
    loadTables().then(
      (list) => {
        if (isCurrent) setTables(list)
      },
      (error: unknown) => notifyError(errorText(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [isNeeded])
  return tables
}

/** Files are chosen, and other kinds entered, where the setting stands afterwards. */
const hasDefault = (type: string): boolean => textTypes.includes(type) || type === 'select' || type === 'radio'

const rulesOf = (type: string) => (textTypes.includes(type) ? rules : (['required'] as const))

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly isWrong: boolean
  readonly children: ReactNode
}

function Field({ id, label, note, isWrong, children }: FieldProps) {
  return (
    <div className="settings-item-field">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {children}
      <p
        id={`${id}-note`}
        className="settings-note"
        data-wrong={isWrong || undefined}
        role={isWrong ? 'alert' : undefined}
      >
        {note}
      </p>
    </div>
  )
}
