// Made by tablewright generate from schemas/system/terminal_task.json · do not edit · e878f5a9717f3358

/** Terminal tasks: a row as the server sends it. */
export interface TerminalTask {
  /** 编号 · ID */
  id: number
  /** 命令 · Command */
  command: string
  /** 状态 · Status */
  status: 0 | 1 | 2 | 3 | 4 | 5
  /** 输出 · Output */
  message: string
  /** 失败时阻塞后续任务 · Block later tasks on failure */
  block_on_failure: 0 | 1 | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface TerminalTaskInput {
  /** 命令 · Command */
  command?: string | null
  /** 失败时阻塞后续任务 · Block later tasks on failure */
  block_on_failure?: 0 | 1 | null
}
