import { useSnapshot } from 'valtio'
import { formatSeconds } from '../../../protocol/index.ts'
import { tableApi } from '../../core/api/table.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { session } from '../../core/auth/session.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { SectionStatus } from './SectionStatus.tsx'
import { useT } from './texts.ts'

/** The latest actions of the signed-in admin, from the admin log. @param round grows when it has new entries */
export function OwnLog({ round }: { readonly round: number }) {
  const t = useT()
  const language = useLanguage()
  const { admin, site } = useSnapshot(session)
  const loadState = useLoaded(`own log ${admin.id} ${language} ${round}`, () =>
    tableApi('auth.AdminLog').index(
      {
        page: 1,
        limit: 12,
        order: { field: 'id', direction: 'desc' },
        search: [{ field: 'admin_id', operator: 'eq', val: String(admin.id) }],
      },
      { quiet: true },
    ),
  )
  if (loadState.state !== 'ready') return <SectionStatus loaded={loadState} />
  if (loadState.value.list.length === 0) return <p className="tw-muted">{t('log-empty')}</p>
  return (
    <table className="profile-log">
      <caption className="tw-visually-hidden">{t('log')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('log-time')}</th>
          <th scope="col">{t('log-title')}</th>
          <th scope="col">{t('log-ip')}</th>
        </tr>
      </thead>
      <tbody>
        {loadState.value.list.map((row) => (
          <tr key={row.id}>
            <td>{timeOf(row['create_time'], site.timeZone)}</td>
            <td>{String(row['title'] ?? '')}</td>
            <td>{String(row['ip'] ?? '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const timeOf = (value: unknown, timeZone: string): string =>
  typeof value === 'number' ? formatSeconds(value, timeZone) : String(value ?? '')
