import { Button, Tag } from '@blueprintjs/core'
import { useId } from 'react'
import { errorText } from '../../../core/api/api-error.ts'
import { anyOf, useLanguage } from '../../../core/i18n/language.ts'
import { useLoaded } from '../../../core/loading/use-loaded.ts'
import type { Language } from '../../../../protocol/index.ts'
import { askWhy, groupsOf, type WhyGroup } from './calls.ts'
import { useT } from './texts.ts'
import './why.css'

/**
 * The missing permissions grouped by reason. Titles come in the current language, so a change of language requests
 * them again.
 */
export function WhyPanel({ nodes }: { readonly nodes: readonly string[] }) {
  const t = useT()
  const heading = useId()
  const loadState = useLoaded(`${useLanguage()} ${nodes.join()}`, () => Promise.all(nodes.map(askWhy)))
  return (
    <section className="why" aria-labelledby={heading} aria-busy={loadState.state === 'loading'}>
      <h2 id={heading}>{t('heading')}</h2>
      <div role="status">
        {loadState.state === 'loading' && <p className="tw-muted">{t('loading')}</p>}
        {loadState.state === 'failed' && (
          <p>
            {t('load-failed')}: {errorText(loadState.error)}{' '}
            <Button size="small" text={t('try-again')} onClick={loadState.retry} />
          </p>
        )}
        {loadState.state === 'ready' && <WhyGroups groups={groupsOf(loadState.value)} />}
      </div>
    </section>
  )
}

function WhyGroups({ groups }: { readonly groups: readonly WhyGroup[] }) {
  const t = useT()
  const language = useLanguage()
  if (groups.length === 0) return <p>{t('none')}</p>
  return groups.map((group) => (
    <div key={group.titles.join()} className="why-group">
      <ul>
        {group.titles.map((title) => (
          <li key={title}>
            <Tag minimal>{title}</Tag>
          </li>
        ))}
      </ul>
      <p>{reasonText(t, language, group)}</p>
      {group.reason !== 'unknown' && (
        <p>
          <strong>
            {group.ask.length === 0
              ? t('nobody')
              : t('ask', {
                  names: anyOf(
                    group.ask.map(({ nickname }) => nickname),
                    language,
                  ),
                })}
          </strong>
        </p>
      )}
    </div>
  ))
}

function reasonText(t: ReturnType<typeof useT>, language: Language, { reason, groups }: WhyGroup): string {
  if (reason !== 'no_right') return t(reason ?? 'unknown')
  return groups.length === 0
    ? t('no_right-groupless')
    : t('no_right', {
        groups: anyOf(
          groups.map(({ name }) => name),
          language,
        ),
      })
}
