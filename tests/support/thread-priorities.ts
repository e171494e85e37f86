import { readdirSync, readFileSync } from 'node:fs'

/** Nice values of the threads of this process; Linux only. Fields follow the name, which may contain spaces. */
export const threadPriorities = (): readonly number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const text = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16])
  })
