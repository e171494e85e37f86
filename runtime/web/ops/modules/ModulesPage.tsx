/** The page of modules: what is installed, what it consists of, and a switch for each. */
import { Alert, Button, Callout, Switch, Tag } from '@blueprintjs/core'
import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ApiError, errorText } from '../../core/api/api-error.ts'
import { useStaleWhileRevalidate } from '../../core/api/stale-while-revalidate.ts'
import { useCan } from '../../core/auth/permissions.ts'
import { session } from '../../core/auth/session.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { NamedIcon } from '../../core/NamedIcon.tsx'
import { formatBytes } from '../../files/file-texts.ts'
import { loadBootstrap } from '../../identity/session/bootstrap.ts'
import './modules.css'
import {
  isOn,
  lastOpened,
  loadModules,
  loadSize,
  rememberOpened,
  switchModule,
  type InstalledModule,
} from './modules.ts'
import { useT } from './texts.ts'

export function ModulesPage() {
  const t = useT()
  const language = useLanguage()
  const [round, setRound] = useState(0)
  const [opened, setOpened] = useState(lastOpened)
  const { value: modules, error, retry } = useStaleWhileRevalidate(`modules ${language} ${round}`, loadModules)
  if (error !== null)
    return (
      <Callout role="alert" intent="danger" title={t('load-failed')}>
        {errorText(error)} <Button size="small" text={t('try-again')} onClick={retry} />
      </Callout>
    )
  if (!modules) return null
  const open = (uid: string): void => {
    const next = opened === uid ? '' : uid
    setOpened(next)
    rememberOpened(next)
  }
  return (
    <div className="modules-page tw-card">
      <h1 className="tw-visually-hidden">{t('title')}</h1>
      <p className="modules-lead">{t('lead')}</p>
      <ul className="modules-list">
        {modules.map((module) => (
          <ModuleItem
            key={module.uid}
            module={module}
            isOpen={opened === module.uid}
            onOpen={() => open(module.uid)}
            onSwitched={() => setRound((count) => count + 1)}
          />
        ))}
      </ul>
    </div>
  )
}

interface ItemProps {
  readonly module: InstalledModule
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onSwitched: () => void
}

function ModuleItem({ module, isOpen, onOpen, onSwitched }: ItemProps) {
  const t = useT()
  const { uid, title, icon, version, fixed } = module
  return (
    <li className="modules-item" data-off={!isOn(module) || undefined}>
      <div className="modules-head">
        <Button
          variant="minimal"
          icon={isOpen ? <ChevronDown /> : <ChevronRight />}
          aria-expanded={isOpen}
          aria-label={t('details', { name: title })}
          onClick={onOpen}
        />
        <NamedIcon name={icon === '' ? 'box' : icon} />
        <div className="modules-title">
          <h2>{title}</h2>
          <span>
            <code>{uid}</code> · {t('version', { version })}
          </span>
        </div>
        <ModuleSize module={module} />
        {fixed ? (
          <Tag minimal title={t('fixed-note')}>
            {t('fixed')}
          </Tag>
        ) : (
          <ModuleSwitch module={module} onSwitched={onSwitched} />
        )}
      </div>
      {isOpen && <ModuleDetails module={module} />}
    </li>
  )
}

/** Counting large tables takes a moment, so each module's size comes after the page. */
function ModuleSize({ module }: Pick<ItemProps, 'module'>) {
  const t = useT()
  const language = useLanguage()
  const { value } = useStaleWhileRevalidate(`size ${module.uid}`, async () =>
    module.tables === 0 ? null : loadSize(module.uid),
  )
  if (module.tables === 0) return <span className="modules-size">{t('no-tables')}</span>
  const rows = value?.rows.toLocaleString(language === 'zh-cn' ? 'zh-CN' : 'en')
  return (
    <span className="modules-size">
      {value && t('size', { count: value.rows, rows: rows ?? '', size: formatBytes(value.bytes, language) })}
    </span>
  )
}

function ModuleSwitch({ module, onSwitched }: Pick<ItemProps, 'module' | 'onSwitched'>) {
  const t = useT()
  const can = useCan()
  const language = useLanguage()
  const { super: isSuper } = useSnapshot(session).admin
  const question = useId()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { uid, title, neededBy, usedBy } = module
  const mayChange = isSuper && can('moduleStore/moduleStore', 'changeState')
  const dependants = neededBy.filter(isOn)
  const change = async (isSwitchedOn: boolean): Promise<void> => {
    setBusy(true)
    try {
      await switchModule(uid, isSwitchedOn)
      // The menu follows.
      await loadBootstrap().catch(() => undefined)
      onSwitched()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  const names = (list: readonly { readonly title: string }[]): string =>
    new Intl.ListFormat(language === 'zh-cn' ? 'zh-CN' : 'en').format(list.map((item) => item.title))
  return (
    <>
      <Switch
        className="modules-switch"
        checked={isOn(module)}
        disabled={!mayChange || isBusy}
        title={mayChange ? undefined : t('super-only')}
        aria-label={t('switch', { name: title })}
        label={t(isOn(module) ? 'on' : 'off')}
        onChange={(event) => (event.currentTarget.checked ? void change(true) : setAsking(true))}
      />
      <Alert
        isOpen={isAsking}
        intent="warning"
        loading={isBusy}
        canEscapeKeyCancel
        cancelButtonText={t('cancel')}
        confirmButtonText={t('off-do')}
        {...(dependants.length > 0 && { confirmButtonText: t('cancel'), cancelButtonText: undefined })}
        // Not `onCancel`, which Blueprint wants only beside a second button.
        onClose={(isConfirmed) => !isConfirmed && setAsking(false)}
        aria-labelledby={question}
        onConfirm={() => (dependants.length > 0 ? setAsking(false) : void change(false))}
      >
        {dependants.length > 0 ? (
          <p id={question}>{t('off-needed', { names: names(dependants) })}</p>
        ) : (
          <>
            <p id={question}>{t('off-lead', { name: title })}</p>
            {usedBy.length > 0 && <p>{t('off-used', { names: names(usedBy) })}</p>}
          </>
        )}
      </Alert>
    </>
  )
}

function ModuleDetails({ module }: Pick<ItemProps, 'module'>) {
  const t = useT()
  const { entities, pages, jobs, routes, settings, needs, neededBy, uses, usedBy } = module
  const related = (['needs', 'needed-by', 'uses', 'used-by'] as const).map((key, index) => ({
    key,
    list: [needs, neededBy, uses, usedBy][index] ?? [],
  }))
  return (
    <div className="modules-details">
      {related
        .filter(({ list }) => list.length > 0)
        .map(({ key, list }) => (
          <p key={key}>
            {t(key)}{' '}
            {list.map(({ uid, title }) => (
              <Tag key={uid} minimal>
                {title}
              </Tag>
            ))}
          </p>
        ))}
      <Contents title={t('entities', { count: entities.length })}>
        {entities.map(({ id, title, page }) => (
          <li key={id}>
            <a href={`#/admin/${page}`}>{title}</a> <code>{id}</code>
          </li>
        ))}
      </Contents>
      <Contents title={t('pages', { count: pages.length })}>
        {pages.map((page) => (
          <li key={page}>{page}</li>
        ))}
      </Contents>
      <Contents title={t('jobs', { count: jobs.length })}>
        {jobs.map((job) => (
          <li key={job}>
            <code>{job}</code>
          </li>
        ))}
      </Contents>
      <Contents title={t('routes', { count: routes.length })}>
        {routes.map((route) => (
          <li key={route}>
            <code>{route}</code>
          </li>
        ))}
      </Contents>
      <Contents title={t('settings', { count: settings.length })}>
        {settings.map((setting) => (
          <li key={setting}>{setting}</li>
        ))}
      </Contents>
    </div>
  )
}

function Contents({ title, children }: { readonly title: string; readonly children: readonly React.ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  )
}
