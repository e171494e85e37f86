/** What the list of background jobs shows in addition to their records. */
import { fullTitleName, type Text } from '../../../protocol/index.ts'
import type { Hooks } from '../../operation/scope.ts'

interface NamedJob {
  readonly name: string
  readonly label: Text
}

/** Jobs by what they do; one that no module declares any more keeps its name. */
export function jobHooks(jobs: readonly NamedJob[]): Readonly<Record<string, Hooks>> {
  const labels = new Map(jobs.map(({ name, label }) => [name, label]))
  return {
    'system/job': {
      async present({ language }, rows) {
        for (const row of rows) {
          const label = labels.get(String(row['name']))?.[language]
          if (label === undefined) continue
          row['name_label'] = label
          row[fullTitleName] = label
        }
      },
    },
  }
}
