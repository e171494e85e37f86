/** Suggestions for agents: a slash begins a canned reply, an `@` hands the conversation over. */
import type { Suggester } from '../thread/suggestions.tsx'
import type { DeskState, Queue } from './desk-types.ts'
import type { useT } from './texts.ts'

type Texts = ReturnType<typeof useT>

const longest = 8

/** @param values of the variables `{{name}}` and `{{agent}}` */
export const suggestReplies =
  (t: Texts, replies: DeskState['replies'], values: Readonly<Record<'name' | 'agent', string>>): Suggester =>
  (before) => {
    if (!before.startsWith('/') || before.includes('\n')) return null
    const start = before.slice(1).toLowerCase()
    const list = replies
      .filter(({ code, title }) => code.toLowerCase().startsWith(start) || title.toLowerCase().includes(start))
      .slice(0, longest)
      .map(({ code, title, content }) => ({
        key: code,
        title: `/${code}`,
        detail: title,
        text: content.replaceAll('{{name}}', values.name).replaceAll('{{agent}}', values.agent),
      }))
    return { typed: before, label: t('canned'), empty: t('canned-empty'), list }
  }

/** Agents to whom a conversation can be handed over. */
export const suggestAgents =
  (t: Texts, agents: Queue['agents']): Suggester =>
  (before) => {
    if (!/^@[^\n]*$/.test(before) || agentIn(before, agents)) return null
    const start = before.slice(1).toLowerCase()
    const list = agents
      .filter(({ name }) => name.toLowerCase().includes(start))
      .slice(0, longest)
      .map(({ id, name, available, load, limit }) => ({
        key: String(id),
        title: name,
        detail: `${available ? t('available') : t('away')} · ${t('load', { load, limit })}`,
        text: `@${name} `,
      }))
    return { typed: before, label: t('hand-to'), empty: null, list }
  }

export interface HandOverText {
  readonly agent: Queue['agents'][number]
  readonly note: string
}

/** The agent with whose name a text begins, and what follows it; null = it begins with none. */
export function agentIn(text: string, agents: Queue['agents']): HandOverText | null {
  const longestFirst = agents.toSorted((left, right) => right.name.length - left.name.length)
  const agent = longestFirst.find(({ name }) => text.startsWith(`@${name} `))
  return agent ? { agent, note: text.slice(agent.name.length + 2).trim() } : null
}
