/// The shells with completions.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script that makes the shell complete `carrel`.
    ///
    /// It calls `carrel completions --candidates` for each word, and only uses the output as data, which is never
    /// evaluated.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    private static let bashScript = #"""
        # Completes carrel in bash: source <(carrel completions bash)
        _carrel() {
            local -a lines
            mapfile -t lines < <(
                command carrel completions --candidates bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
            COMPREPLY=("${lines[@]:1}")
            case "${lines[0]-}" in
            files) compopt -o default ;;
            folders) compopt -o dirnames ;;
            esac
            # Numbers are not sorted as text.
            if [[ ${#COMPREPLY[@]} -gt 0 ]]; then compopt -o nosort; fi
            # What ends so goes on.
            if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=] ]]; then compopt -o nospace; fi
        } 2> /dev/null
        complete -F _carrel carrel

        """#

    private static let zshScript = #"""
        #compdef carrel
        # Completes carrel in zsh: source <(carrel completions zsh), or this file as _carrel in a folder of $fpath
        _carrel() {
            # Whose terminal it is says which list was printed there last.
            local -a lines words_ open words_shown open_shown
            local line word shown
            lines=("${(@f)$(command carrel completions --candidates zsh -- \
                "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" < ${TTY:-/dev/null} 2> /dev/null)}")
            for line in "${(@)lines[2,-1]}"; do
                word=${line%%$'\t'*}
                shown=${line#*$'\t'}
                if [[ -n $shown ]]; then shown="$word  -- $shown"; else shown=$word; fi
                # What ends so goes on.
                if [[ $word == *[/=] ]]; then
                    open+=("$word")
                    open_shown+=("$shown")
                else
                    words_+=("$word")
                    words_shown+=("$shown")
                fi
            done
            # Numbers are not sorted as text.
            (( $#words_ )) && compadd -U -l -V carrel -d words_shown -a words_
            (( $#open )) && compadd -U -l -V carrel -S '' -d open_shown -a open
            case ${lines[1]} in
            files) _files ;;
            folders) _files -/ ;;
            esac
        }
        if [[ ${funcstack[1]} == _carrel ]]; then _carrel "$@"; else compdef _carrel carrel; fi

        """#

    private static let fishScript = #"""
        # Completes carrel in fish: carrel completions fish | source
        function __carrel_candidates
            set -l words (commandline -opc) (commandline -ct)
            set -e words[1]
            set -l lines (command carrel completions --candidates fish -- $words 2> /dev/null)
            switch "$lines[1]"
                case files
                    __fish_complete_path (commandline -ct)
                case folders
                    __fish_complete_directories (commandline -ct)
            end
            set -e lines[1]
            printf '%s\n' $lines
        end
        complete -c carrel -f -a '(__carrel_candidates)'

        """#
}
