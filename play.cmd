@echo off
rem Opens the window, or runs a command: play match leduc cfr random --json
setlocal
set "venv=%~dp0.venv\Scripts\python.exe"
set python="%venv%"
%python% -c "import pip" >nul 2>nul || set python=py -3
%python% -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul || set python=python
%python% -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul || (
    echo Python 3.11 or newer is needed, from python.org 1>&2
    exit /b 2
)
%python% "%~dp0scripts\install.py" play || exit /b 2
"%venv%" -m pokergui %*
