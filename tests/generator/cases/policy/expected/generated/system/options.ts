// Made by tablewright generate from schemas/system · do not edit · e4c6b500c594a629

export {}
