/** Checks that the address is free before anything is built, and names the process that uses it otherwise. */
import { createServer } from 'node:net'
import type { Text } from '../../runtime/protocol/index.ts'
import { CommandError } from '../exit-codes.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { findPortOwner } from './port-owner.ts'

/** Throws a CommandError (exit 3) when the server could not listen there. */
export async function ensurePortFree(host: string, port: number): Promise<void> {
  if (port === 0) return
  const code = await tryListen(host, port)
  if (code === null) return
  throw new CommandError(
    'environment',
    code === 'EADDRINUSE' ? await portInUseDetails(host, port) : cannotListenDetails(host, port, code),
  )
}

function tryListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'EUNKNOWN'))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)))
  })
}

async function portInUseDetails(host: string, port: number): Promise<{ message: Text; reason?: Text; hint: Text }> {
  const place = `${host}:${port}`
  const holder = findPortOwner(port)
  const isOurs = await answersAsTablewright(host, port)
  return {
    message: interpolate(
      {
        'zh-cn': '端口 {{place}} 已被占用，未做任何改动。',
        en: 'Port {{place}} is already in use. Nothing was changed.',
      },
      { place },
    ),
    reason: isOurs
      ? { 'zh-cn': '那里已有一个 Tablewright 在运行。', en: 'Tablewright is already running there.' }
      : undefined,
    hint: holder
      ? interpolate(
          {
            'zh-cn': '占用者：{{name}}（进程 {{pid}}）。请停止它，或换一个端口：PORT={{next}}',
            en: 'It is used by {{name}} (process {{pid}}). Stop it, or use another port: PORT={{next}}',
          },
          { ...holder, next: port + 1 },
        )
      : interpolate(
          {
            'zh-cn': '请停止占用它的程序，或换一个端口：PORT={{next}}',
            en: 'Stop the program that uses it, or use another port: PORT={{next}}',
          },
          { next: port + 1 },
        ),
  }
}

const cannotListenDetails = (host: string, port: number, code: string): { message: Text; hint: Text } => ({
  message: interpolate(
    {
      'zh-cn': '无法监听 {{host}}:{{port}}（{{code}}），未做任何改动。',
      en: 'Cannot listen on {{host}}:{{port}} ({{code}}). Nothing was changed.',
    },
    { host, port, code },
  ),
  hint:
    code === 'EACCES'
      ? { 'zh-cn': '请使用 1024 以上的端口（PORT）。', en: 'Use a port above 1024 (PORT).' }
      : { 'zh-cn': '请检查 HOST 是否为本机地址。', en: 'Check that HOST is an address of this machine.' },
})

async function answersAsTablewright(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(1000) }).catch(() => null)
  return answer?.ok === true && (await answer.text().catch(() => '')) === '{"status":"ok"}'
}
