import { AnchorButton, Button, Callout, Tab, Tabs } from '@blueprintjs/core'
import { Edit, Plus } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { SubmitButton } from '../core/loading/SubmitButton.tsx'
import { ApiError, errorText } from '../core/api/api-error.ts'
import { useStaleWhileRevalidate } from '../core/api/stale-while-revalidate.ts'
import { useLanguage } from '../core/i18n/language.ts'
import { LazyWhyButton } from '../identity/permissions/why/LazyWhyButton.tsx'
import { useCan } from '../core/auth/permissions.ts'
import { loadBootstrap } from '../identity/session/bootstrap.ts'
import { DeleteSetting } from './DeleteSetting.tsx'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingInput } from './SettingInput.tsx'
import './settings.css'
import {
  changedValues,
  isFixed,
  missingSettings,
  isRequired,
  isShown,
  loadSettings,
  saveSettings,
  type Pair,
  type Setting,
  type SettingGroup,
  type SettingValue,
} from './settings.ts'
import { TestMail } from './TestMail.tsx'
import { useT } from './texts.ts'

const page = 'routine/config'

/** What was typed, by the name of the setting. */
type Input = Readonly<Record<string, SettingValue>>
const noInput: Input = {}

/**
 * The settings of the site, one tab per group. Titles come in the current language, so a change of language reloads
 * them.
 */
export function SettingsPage() {
  const t = useT()
  const language = useLanguage()
  const [round, setRound] = useState(0)
  const [tab, setTab] = useState<string | undefined>()
  // By group: what was typed outlives another tab, another language, and the reload after a save.
  const [input, setInput] = useState<Readonly<Record<string, Input>>>({})
  const { value: loaded, error, retry } = useStaleWhileRevalidate(`settings ${language} ${round}`, loadSettings)
  if (error !== null) {
    return (
      <Callout role="alert" intent="danger" title={t('load-failed')}>
        {errorText(error)} <Button size="small" text={t('try-again')} onClick={retry} />
      </Callout>
    )
  }
  if (!loaded) return null
  return (
    <div className="settings-page tw-card">
      <h1 className="tw-visually-hidden">{t('title')}</h1>
      <Entrances list={loaded.entrances} />
      <Tabs
        id="settings"
        renderActiveTabPanelOnly
        selectedTabId={loaded.groups.some(({ name }) => name === tab) ? tab : loaded.groups[0]?.name}
        onChange={(id) => setTab(String(id))}
      >
        {loaded.groups.map((group) => (
          <Tab
            key={group.name}
            id={group.name}
            title={group.title}
            panel={
              <GroupForm
                group={group}
                groups={loaded.groups}
                values={input[group.name] ?? noInput}
                onInput={(change) => setInput((all) => ({ ...all, [group.name]: change(all[group.name] ?? noInput) }))}
                onSaved={() => setRound((count) => count + 1)}
              />
            }
          />
        ))}
      </Tabs>
    </div>
  )
}

/** Shortcuts to the pages that this person may open. */
function Entrances({ list }: { readonly list: readonly Pair[] }) {
  const t = useT()
  const can = useCan()
  const open = list.filter(({ value }) => can(value, 'index'))
  if (open.length === 0) return null
  return (
    <nav aria-label={t('entrances')} className="settings-entrances">
      {open.map(({ key, value }) => (
        <AnchorButton key={`${key} ${value}`} size="small" variant="outlined" text={key} href={`#/admin/${value}`} />
      ))}
    </nav>
  )
}

/** What was typed, but for what was sent and not typed again. */
const withoutSent = (values: Input, sent: Input): Input =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => sent[name] !== value))

interface GroupFormProps {
  readonly group: SettingGroup
  readonly groups: readonly SettingGroup[]
  readonly values: Input
  readonly onInput: (change: (values: Input) => Input) => void
  readonly onSaved: () => void
}

function GroupForm({ group, groups, values, onInput, onSaved }: GroupFormProps) {
  const can = useCan()
  const mayEdit = can(page, 'edit')
  const t = useT()
  // The setting that is edited, or `new`.
  const [defined, setDefined] = useState<Setting | 'new' | null>(null)
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const onPending = (name: string, isPending: boolean): void =>
    setPending((all) => new Set([...all].filter((one) => one !== name).concat(isPending ? name : [])))
  const { form, state, changed, missing, submit } = useGroupSave({ group, values, onInput, onSaved }, pending.size > 0)
  const valueOf = (setting: Setting): SettingValue => values[setting.name] ?? setting.value
  const shown = group.list.filter((setting) =>
    isShown(setting, (name) => values[name] ?? group.list.find((one) => one.name === name)?.value),
  )
  return (
    <>
      <form ref={form} className="settings-form" onSubmit={submit}>
        {state.problem && (
          <Callout role="alert" intent="danger" compact>
            {state.problem}
          </Callout>
        )}
        <fieldset disabled={!mayEdit} className="settings-fields">
          {shown.map((setting) => (
            <SettingRow
              key={setting.name}
              setting={setting}
              isReadOnly={!mayEdit}
              value={valueOf(setting)}
              problem={state.isTried && missing.includes(setting) ? t('required') : (state.errors[setting.name] ?? '')}
              onChange={(value) => onInput((all) => ({ ...all, [setting.name]: value }))}
              onPending={onPending}
              onEdit={can(page, 'add') && setting.allow_del === 1 ? () => setDefined(setting) : null}
              onDeleted={can(page, 'del') && setting.allow_del === 1 ? onSaved : null}
            />
          ))}
        </fieldset>
        {can(page, 'add') && (
          <div>
            <Button
              size="small"
              icon={<Plus />}
              disabled={Object.keys(changed).length > 0}
              text={t('add-setting')}
              onClick={() => setDefined('new')}
            />
          </div>
        )}
        {mayEdit ? (
          <SaveFoot
            isSaving={state.isSaving}
            isPending={pending.size > 0}
            hasChanges={Object.keys(changed).length > 0}
          />
        ) : (
          <ReadOnlyFoot />
        )}
      </form>
      {group.name === 'mail' && mayEdit && <TestMail isDisabled={Object.keys(changed).length > 0} />}
      {/* Beside the form: what is submitted in the dialog would be submitted here, too. */}
      {defined && (
        <SettingDialog
          group={group.name}
          groups={groups}
          setting={defined === 'new' ? null : defined}
          onSaved={() => {
            // What was typed may not be a value of another type.
            if (defined !== 'new') onInput(({ [defined.name]: _typed, ...others }) => others)
            onSaved()
          }}
          onClose={() => setDefined(null)}
        />
      )}
    </>
  )
}

interface SaveState {
  readonly isTried: boolean
  readonly isSaving: boolean
  readonly problem: string | null
  /** What the server says of single settings. */
  readonly errors: Readonly<Record<string, string>>
}
const untried: SaveState = { isTried: false, isSaving: false, problem: null, errors: {} }

type GroupSaveInput = Pick<GroupFormProps, 'group' | 'values' | 'onInput' | 'onSaved'>

/**
 * Saves what was typed in a group.
 *
 * @param isPending an upload is under way
 */
function useGroupSave({ group, values, onInput, onSaved }: GroupSaveInput, isPending: boolean) {
  const [state, setState] = useState<SaveState>(untried)
  const form = useRef<HTMLFormElement>(null)
  // Assistive technology and people at the keyboard are brought to the first field that is wrong.
  useEffect(() => {
    if (state.isTried && !state.isSaving) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [state])
  const changed = changedValues(group, values)
  const missing = missingSettings(group, values)
  // What the save under way has sent, and whether saving was asked for meanwhile.
  const sent = useRef<Input>(noInput)
  const isAskedAgain = useRef(false)
  const save = async (change: Input): Promise<void> => {
    if (isPending) return
    if (missing.length > 0) return setState({ ...untried, isTried: true })
    setState({ ...untried, isTried: true, isSaving: true })
    try {
      await saveSettings(group, change)
      sent.current = change
      // A switch may add pages to the menu, and the site's name is at its top. The save stands even if this fails.
      await loadBootstrap().catch(() => undefined)
      onSaved()
    } catch (error) {
      const errors = (error instanceof ApiError ? error.refusal?.errors : null) ?? {}
      isAskedAgain.current = false
      setState({ isTried: true, isSaving: false, problem: errorText(error), errors })
      // What others have changed is loaded, so that saving again replaces what the messages show.
      if (error instanceof ApiError && error.refusal?.reason === 'conflict') onSaved()
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (state.isSaving) isAskedAgain.current = true
    else void save(changed)
  }
  const finishSave = useEffectEvent((loaded: SettingGroup) => {
    const stored = sent.current
    const typedSince = withoutSent(values, stored)
    const again = isAskedAgain.current ? changedValues(loaded, typedSince) : noInput
    sent.current = noInput
    isAskedAgain.current = false
    onInput((all) => withoutSent(all, stored))
    setState(untried)
    if (Object.keys(again).length > 0) void save(again)
  })
  // After a save the group comes anew: what was sent is stored now, what was typed meanwhile is not.
  useEffect(() => {
    if (sent.current !== noInput) finishSave(group)
  }, [group])
  return { form, state, changed, missing, submit }
}

interface SaveFootProps {
  readonly isSaving: boolean
  /** An upload is under way. */
  readonly isPending: boolean
  readonly hasChanges: boolean
}

function SaveFoot({ isSaving, isPending, hasChanges }: SaveFootProps) {
  const t = useT()
  return (
    <div className="settings-foot">
      {/* Not disabled during a save: Enter in another field asks for the next one. */}
      <SubmitButton text={t('save')} isBusy={isSaving} disabled={!hasChanges || isPending} />
      <span aria-live="polite">{hasChanges ? t('unsaved') : ''}</span>
    </div>
  )
}

function ReadOnlyFoot() {
  const t = useT()
  return (
    <div className="settings-foot">
      <span>{t('read-only')}</span>
      <LazyWhyButton nodes={[`${page}/edit`]} />
    </div>
  )
}

/** Why the setting cannot be changed, "" when it can. */
const fixedNote = (setting: Setting, t: ReturnType<typeof useT>): string =>
  setting.super_only ? t('super-only') : isFixed(setting) ? t('fixed') : ''

function SettingRow({
  setting,
  isReadOnly,
  value,
  problem,
  onChange,
  onPending,
  onEdit,
  onDeleted,
}: {
  readonly setting: Setting
  /** The caller may not change it. */
  readonly isReadOnly: boolean
  readonly value: SettingValue
  /** What is wrong with the value, "" when nothing is. */
  readonly problem: string
  readonly onChange: (value: SettingValue) => void
  readonly onPending: (name: string, isPending: boolean) => void
  /** Opens what it is for editing; null = it cannot be edited. */
  readonly onEdit: (() => void) | null
  /** Called when it has been deleted; null = it cannot be. */
  readonly onDeleted: (() => void) | null
}) {
  const t = useT()
  const id = `setting-${setting.name}`
  const isWrong = problem !== ''
  const notes = [problem, setting.tip, fixedNote(setting, t)].filter(Boolean)
  return (
    <div className="settings-row">
      <div className="settings-label">
        <label id={`${id}-label`} htmlFor={id}>
          {setting.title}
          {isRequired(setting) && (
            <span aria-hidden className="settings-required">
              {' '}
              *
            </span>
          )}
        </label>
        {onEdit && (
          <Button
            variant="minimal"
            size="small"
            icon={<Edit />}
            aria-label={t('edit-setting', { name: setting.title })}
            data-tip={t('edit')}
            onClick={onEdit}
          />
        )}
        {onDeleted && <DeleteSetting setting={setting} onDone={onDeleted} />}
      </div>
      <div>
        <SettingInput
          id={id}
          setting={setting}
          value={value}
          invalid={isWrong}
          describedBy={notes.length > 0 ? `${id}-note` : undefined}
          isReadOnly={isReadOnly}
          onChange={onChange}
          onPending={onPending}
        />
        {notes.length > 0 && (
          <p id={`${id}-note`} className="settings-note" data-wrong={isWrong || undefined}>
            {notes.map((note) => (
              <span key={note}>{note} </span>
            ))}
          </p>
        )}
      </div>
    </div>
  )
}
