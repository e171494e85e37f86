/** Adds a setting to a tab, or edits what an added one is called and what kind of value it has. */
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
import { SubmitButton } from '../core/loading/SubmitButton.tsx'
import { ApiError, errorText } from '../core/api/api-error.ts'
import { notifyError } from '../core/notify.ts'
import {
  addSetting,
  loadTables,
  redefineSetting,
  type ListedTable,
  type NewSetting,
  type Setting,
  type SettingGroup,
} from './settings.ts'
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

interface SettingDialogProps {
  /** The tab that a new setting is added to. */
  readonly group: string
  readonly groups: readonly SettingGroup[]
  /** The one to edit, null for a new one. */
  readonly setting: Setting | null
  readonly onSaved: () => void
  readonly onClose: () => void
}

const noSetting = {
  name: '',
  title: '',
  tip: '',
  type: 'string',
  content: '',
  rule: [],
  value: '',
  inputExtend: '',
  extend: '',
  weigh: '0',
} as const satisfies Omit<NewSetting, 'group'>

/** An added setting as the dialog edits it. Its value stays. */
const definitionOf = (setting: Setting): Omit<NewSetting, 'group'> => ({
  ...noSetting,
  name: setting.name,
  title: setting.title,
  tip: setting.tip,
  type: setting.type,
  content: Object.entries(setting.content === '' ? {} : setting.content)
    .map(([value, label]) => `${value}=${label}`)
    .join('\n'),
  rule: setting.rules ?? [],
  inputExtend: setting.relation ? listAttribute(setting.relation.controller) : '',
  extend: destinationAttribute(String(setting.extend?.destination ?? '')),
  weigh: String(setting.weigh),
})

/** Settings that decide where a secret is sent: it is entered anew when one changes. */
const destinationAttribute = (names: string): string => (names === '' ? '' : `destination=${names}`)

const listAttribute = (controller: string): string => `remoteUrl=/admin/${controller}/index`

/** Members whose problems are shown at their inputs. */
const fieldNames = [
  'group',
  'name',
  'title',
  'tip',
  'type',
  'content',
  'inputExtend',
  'extend',
  'rule',
  'weigh',
  'value',
] as const

export function SettingDialog({ group, groups, setting, onSaved, onClose }: SettingDialogProps) {
  const t = useT()
  const form = useId()
  // Closed first and unmounted after the animation, so that the focus returns to the opener.
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [before] = useState<NewSetting>({ group, ...(setting ? definitionOf(setting) : noSetting) })
  const [item, setItem] = useState(before)
  const isRemote = remote.includes(item.type)
  const tables = useTables(isRemote)
  const put = (part: Partial<NewSetting>): void => setItem({ ...item, ...part })
  const chooseType = (type: string): void =>
    put({
      type,
      value: '',
      inputExtend: '',
      extend: '',
      rule: rulesOf(type).filter((rule) => item.rule.includes(rule)),
    })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      if (setting) await redefineSetting(setting, changesOf(item, before))
      else await addSetting(item)
      onSaved()
      setOpen(false)
    } catch (error) {
      const fields = (error instanceof ApiError ? error.refusal?.errors : null) ?? {}
      setErrors(fields)
      const others = Object.entries(fields).filter(([name]) => !fieldNames.some((one) => one === name))
      const text = others.map(([, other]) => other).join(' ')
      setProblem(Object.keys(fields).length === 0 ? errorText(error) : text === '' ? null : text)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof NewSetting, label: string, input: (id: string) => ReactNode, note = '') => (
    <Field id={`${form}-${name}`} label={label} note={errors[name] ?? note} isWrong={errors[name] !== undefined}>
      {input(`${form}-${name}`)}
    </Field>
  )
  const text = (name: 'name' | 'title' | 'tip' | 'weigh', label: string, limit: number, note = '') =>
    field(
      name,
      label,
      (id) => (
        <InputGroup
          id={id}
          fill
          disabled={name === 'name' && setting !== null}
          autoFocus={name === (setting ? 'title' : 'name')}
          inputMode={name === 'weigh' ? 'numeric' : undefined}
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
      title={setting ? t('edit-setting', { name: setting.title }) : t('add-setting')}
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
          {text('name', t('item-name'), 30, setting ? t('item-name-stays') : t('item-name-note'))}
          {text('title', t('item-title'), 50)}
          {text('tip', t('item-tip'), 100)}
          {setting &&
            field('group', t('item-group'), (id) => (
              <HTMLSelect
                id={id}
                fill
                value={item.group}
                options={groups.map(({ name, title }) => ({ value: name, label: title }))}
                aria-invalid={errors['group'] !== undefined || undefined}
                aria-describedby={`${id}-note`}
                onChange={(event) => put({ group: event.currentTarget.value })}
              />
            ))}
          {field('type', t('item-type'), (id) => (
            <HTMLSelect
              id={id}
              fill
              value={item.type}
              options={types.map((type) => ({ value: type, label: t(`type-${type}`) }))}
              aria-invalid={errors['type'] !== undefined || undefined}
              aria-describedby={`${id}-note`}
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
                  aria-invalid={errors['content'] !== undefined || undefined}
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
                    value: listAttribute(controller),
                    // `table - label`: people know the label.
                    label: comment.slice(table.length + 3),
                  })),
                  // One that this person may not open stays as it is.
                  ...(before.inputExtend !== '' &&
                  tables.every(({ controller }) => listAttribute(controller) !== before.inputExtend)
                    ? [{ value: before.inputExtend, label: setting?.relation?.controller ?? '' }]
                    : []),
                ]}
                onChange={(event) => put({ inputExtend: event.currentTarget.value })}
              />
            ))}
          {item.type === 'password' &&
            field(
              'extend',
              t('item-destination'),
              (id) => (
                <InputGroup
                  id={id}
                  fill
                  value={item.extend.replace(/^destination=/, '')}
                  aria-invalid={errors['extend'] !== undefined || undefined}
                  aria-describedby={`${id}-note`}
                  onChange={(event) => put({ extend: destinationAttribute(event.target.value) })}
                />
              ),
              t('item-destination-note'),
            )}
          {field('rule', t('item-rules'), (id) => (
            <div id={id} role="group" aria-labelledby={`${id}-label`}>
              {rulesOf(item.type).map((rule) => (
                <Checkbox
                  key={rule}
                  inline
                  label={t(`rule-${rule}`)}
                  checked={item.rule.includes(rule)}
                  onChange={(event) =>
                    // Rules that this page does not offer, of other clients, stay.
                    put({
                      rule: event.currentTarget.checked
                        ? [...item.rule, rule]
                        : item.rule.filter((one) => one !== rule),
                    })
                  }
                />
              ))}
            </div>
          ))}
          {text('weigh', t('item-weigh'), 8, t('item-weigh-note'))}
          {setting === null &&
            hasDefault(item.type) &&
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
            <SubmitButton form={form} text={setting ? t('save') : t('add')} isBusy={isBusy} />
          </>
        }
      />
    </Dialog>
  )
}

/**
 * What is sent of an edited setting. A list or a destination that stays is not sent: it may have attributes of its own,
 * or be one that this person may not open.
 */
const changesOf = (item: NewSetting, before: NewSetting): Partial<NewSetting> => {
  const { name: _name, value: _value, inputExtend, extend, content, ...definition } = item
  return {
    ...definition,
    ...(choices.includes(item.type) && { content }),
    ...(remote.includes(item.type) && inputExtend !== before.inputExtend && { inputExtend }),
    ...(item.type === 'password' && extend !== before.extend && { extend }),
  }
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
