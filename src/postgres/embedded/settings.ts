/**
 * The server's settings as command-line flags, which win over the files in the cluster: a later version changes
 * them by changing this file. Sized for a laptop with two cores.
 */
export function serverFlags(socketDir: string): string[] {
  const settings: Record<string, string> = {
    cluster_name: 'alpha-data',
    // Nobody comes in over the network, and over the socket only who may enter its directory.
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '60',

    // An acknowledged batch survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_compression: 'pglz',
    // What a start after a kill may have to replay: < 5 s at 170 MB/s. 2GB loads a tenth faster and takes over 10 s.
    max_wal_size: '768MB',

    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    maintenance_work_mem: '128MB',
    work_mem: '16MB',
    random_page_cost: '1.1',
    max_parallel_workers: '2',
    max_parallel_workers_per_gather: '1',
    // Compiling costs more than it saves on queries of milliseconds.
    jit: 'off',

    // A query whose client is gone ends, however long it would run.
    client_connection_check_interval: '2s',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
